#pragma once
#include <QtGlobal>

#include <span>

class QWidget;

namespace cutaway::ui {

struct ViewContext;

/// Where a view lives at first; the user may move it.
enum class DockArea { left, centre, right, bottom };

/// One view of the workbench. The shell builds docks, menus and the command palette from the list of them.
///
/// A view is a folder ui/views/<id> and a line in ui/views/CMakeLists.txt; <id>/<id>.cpp defines its descriptor in cutaway::ui::views:
/// `extern const ViewSpec timeline; constexpr ViewSpec timeline { ... };`
/// The widget's own QWidget::actions() become a menu of their own; each has a text, and its shortcut is unique in the window.
struct ViewSpec {
    const char* id;       ///< as in `--view`; also the key in the saved layout
    const char* title;    ///< QT_TRANSLATE_NOOP("ViewSpec", "Timeline")
    const char* icon;     ///< name of a file in resources/icons, less ".svg"
    const char* shortcut; ///< shows the view; portable text, "Ctrl+Shift+T"
    DockArea area;
    bool profiler;        ///< hidden until "See inside" is asked for; snapshots flow while one of these is visible
    /// The widget belongs to `parent`.
    QWidget* (*create)(ViewContext& context, QWidget* parent);
};

namespace views {

/// All views of this build, in the order of docks and menus.
std::span<const ViewSpec* const> allViews();

} // namespace views
} // namespace cutaway::ui
