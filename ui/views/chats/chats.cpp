#include "ui/views/chats/chats_view.h"
#include "ui/views/view_spec.h"

namespace cutaway::ui::views {

extern const ViewSpec chats;
constexpr ViewSpec chats {
    .id = "chats",
    .title = QT_TRANSLATE_NOOP("ViewSpec", "Chats"),
    .icon = "chats",
    .shortcut = "Ctrl+2",
    .area = DockArea::left,
    .profiler = false,
    .create = [](ViewContext& context, QWidget* parent) -> QWidget* { return new ChatsView(context, parent); },
};

} // namespace cutaway::ui::views
