#include "ui/views/placement/placement_view.h"
#include "ui/views/view_spec.h"

namespace cutaway::ui::views {

extern const ViewSpec placement;
constexpr ViewSpec placement { "placement", QT_TRANSLATE_NOOP("ViewSpec", "Placement"), "placement", "Ctrl+Shift+P", DockArea::right, true,
    [](ViewContext& context, QWidget* parent) -> QWidget* { return new PlacementView(context, parent); } };

} // namespace cutaway::ui::views
