#pragma once
#include "ui/bridge/chat_session.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_library.h"
#include "ui/bridge/model_session.h"
#include "ui/models/chat_list_model.h"
#include "ui/models/chat_store.h"
#include "ui/models/conversation_model.h"
#include "ui/models/profile_store.h"
#include "ui/models/selection.h"
#include "ui/models/settings.h"
#include "ui/widgets/theme.h"

namespace cutaway::ui {

/// Where the workbench keeps its files.
struct WorkbenchPaths {
    QString settings;
    QString chats;
    QString starterModel; ///< empty when there is none

    /// In the user's configuration and data folders; the starter model beside the program or in the data folder.
    static WorkbenchPaths ofUser();
};

/// Everything behind the window: the engine's bridge and the models, in the order in which they depend on each other.
class Workbench {
public:
    Workbench(std::unique_ptr<api::EngineService> service, WorkbenchPaths paths);
    ~Workbench();

    /// Reads chats, folders and recent files, all in the background.
    void start();

    WorkbenchPaths paths;
    Settings settings;
    Theme theme;
    Selection selection;
    ProfileStore profile;
    ChatListModel chats;
    ConversationModel conversation;
    ChatStore store;
    EngineController engine;
    ModelSession session;
    ModelLibrary library;
    ChatSession chat;
};

} // namespace cutaway::ui
