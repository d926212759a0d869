#include "ui/views/timeline/timeline_view.h"
#include "ui/views/view_spec.h"

namespace cutaway::ui::views {

extern const ViewSpec timeline;
constexpr ViewSpec timeline { "timeline", QT_TRANSLATE_NOOP("ViewSpec", "Timeline"), "timeline", "Ctrl+Shift+T", DockArea::bottom, true,
    [](ViewContext& context, QWidget* parent) -> QWidget* { return new TimelineView(context, parent); } };

} // namespace cutaway::ui::views
