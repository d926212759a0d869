#pragma once
#include "ui/views/view_spec.h"

#include <QDockWidget>

namespace cutaway::ui {

class Theme;

/// A dock around one view. Alone it has a title with float and close; among tabs the tab is its title.
class ViewDock : public QDockWidget {
    Q_OBJECT

public:
    ViewDock(const ViewSpec& spec, QWidget* view, Theme& theme, QWidget* parent);
    const ViewSpec& spec() const { return m_spec; }
    void setTabbed(bool tabbed);

private:
    QWidget* makeHeader(Theme& theme);

    const ViewSpec& m_spec;
    QWidget* m_header = nullptr;
    QWidget* m_blank = nullptr;
};

} // namespace cutaway::ui
