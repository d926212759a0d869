#include "ui/views/memory/memory_view.h"
#include "ui/views/view_spec.h"

namespace cutaway::ui::views {

extern const ViewSpec memory;
constexpr ViewSpec memory { "memory", QT_TRANSLATE_NOOP("ViewSpec", "Memory"), "memory", "Ctrl+Shift+M", DockArea::right, true,
    [](ViewContext& context, QWidget* parent) -> QWidget* { return new MemoryView(context, parent); } };

} // namespace cutaway::ui::views
