#pragma once
#include <QString>

#include <functional>

namespace cutaway::ui {

class ChatListModel;
class ChatSession;
class ChatStore;
class ConversationModel;
class EngineController;
class ModelLibrary;
class ModelSession;
class ProfileStore;
class Selection;
class Theme;

/// What a view may use. Owned by the shell; outlives every view.
struct ViewContext {
    EngineController& engine;
    ModelSession& session;
    ModelLibrary& library;
    ChatStore& store;
    ChatListModel& chats;
    ConversationModel& conversation;
    ChatSession& chat;
    Selection& selection;
    ProfileStore& profile; ///< the recorded steps; the shell feeds it with EngineController::snapshotReady
    Theme& theme;
    QString starterModel; ///< a model file that came with the program or was fetched for it; empty when there is none
    /// Shows the view with this ViewSpec::id and gives it the focus.
    std::function<void(const QString& viewId)> showView;
    /// Asks the user for a model file, then loads it.
    std::function<void()> openModelFile;
    /// Loads the file with its default settings and puts it among the recent ones.
    std::function<void(const QString& path)> loadModel;
    /// Asks for context, threads and KV types first, and shows what memory they take.
    std::function<void(const QString& path)> loadModelWith;
};

} // namespace cutaway::ui
