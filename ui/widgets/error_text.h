#pragma once
#include "engine/base/result.h"

#include <QString>

namespace cutaway::ui {

/// The kind of failure in the user's language; the engine's sentence goes below it as detail.
QString errorHeadline(base::ErrorCode code);

} // namespace cutaway::ui
