#include "ui/views/ops/ops_view.h"
#include "ui/views/view_spec.h"

namespace cutaway::ui::views {

extern const ViewSpec ops;
constexpr ViewSpec ops { "ops", QT_TRANSLATE_NOOP("ViewSpec", "Ops"), "ops", "Ctrl+Shift+O", DockArea::bottom, true,
    [](ViewContext& context, QWidget* parent) -> QWidget* { return new OpsView(context, parent); } };

} // namespace cutaway::ui::views
