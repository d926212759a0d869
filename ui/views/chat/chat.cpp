#include "ui/views/chat/chat_view.h"
#include "ui/views/view_spec.h"

namespace cutaway::ui::views {

extern const ViewSpec chat;
constexpr ViewSpec chat {
    .id = "chat",
    .title = QT_TRANSLATE_NOOP("ViewSpec", "Chat"),
    .icon = "chat",
    .shortcut = "Ctrl+3",
    .area = DockArea::centre,
    .profiler = false,
    .create = [](ViewContext& context, QWidget* parent) -> QWidget* { return new ChatView(context, parent); },
};

} // namespace cutaway::ui::views
