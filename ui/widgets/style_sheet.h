#pragma once
#include <QString>

namespace cutaway::ui {

class Theme;

/// The application's style sheet in the theme's colours.
QString styleSheet(const Theme& theme);

} // namespace cutaway::ui
