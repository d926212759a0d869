#include "ui/views/models/models_view.h"
#include "ui/views/view_spec.h"

namespace cutaway::ui::views {

extern const ViewSpec models;
constexpr ViewSpec models {
    .id = "models",
    .title = QT_TRANSLATE_NOOP("ViewSpec", "Models"),
    .icon = "models",
    .shortcut = "Ctrl+1",
    .area = DockArea::left,
    .profiler = false,
    .create = [](ViewContext& context, QWidget* parent) -> QWidget* { return new ModelsView(context, parent); },
};

} // namespace cutaway::ui::views
