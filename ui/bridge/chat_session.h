#pragma once
#include "engine/api/engine_service.h"
#include "ui/models/chat_types.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <unordered_map>
#include <vector>

namespace cutaway::ui {

class ChatListModel;
class ChatStore;
class ConversationModel;
class EngineController;
class ModelSession;

/// The conversation in the chat pane: sends, streams, stops, keeps everything on disk. One answer is written at a time; it goes on
/// when another chat is shown meanwhile.
class ChatSession : public QObject {
    Q_OBJECT

public:
    struct Models {
        ChatListModel& chats;
        ConversationModel& conversation;
    };
    ChatSession(EngineController& engine, ModelSession& model, ChatStore& store, Models models, QObject* parent = nullptr);

    /// Shows an empty chat; it is stored with its first message.
    void newChat();
    void open(ChatId chat);
    const Chat& chat() const { return m_chat; }
    bool isStored() const { return m_stored; }

    /// Adds the text below the last message and has it answered. @pre canSend()
    void send(const QString& text);
    /// A sibling of the user's message with another text, answered.
    void editAndResend(int row, const QString& text);
    /// A sibling of the answer.
    void regenerate(int row);
    void showSibling(int row, int by);
    /// Into the trash, with all below it.
    void removeMessage(int row);
    void removeChat(ChatId chat);
    bool canUndo() const { return m_trash.has_value(); }
    /// Brings back what was removed last.
    void undo();
    void stop();
    /// Before the program ends: what has been written so far is kept, marked as stopped.
    void keepUnfinished();

    void setSystemPrompt(const QString& text);
    void setSampling(const api::SamplingOptions& sampling);
    void rename(ChatId chat, const QString& title);

    bool isGenerating() const { return m_answer.has_value(); }
    /// The answer that is being written belongs to the chat on show.
    bool isGeneratingHere() const { return m_answer && m_answer->chat == m_chat.id; }
    bool canSend() const;
    /// Prompt tokens done and in all while the prompt is read; nothing once text comes.
    const std::optional<api::PromptProgress>& promptProgress() const { return m_prompt; }
    /// Context positions that the conversation takes; -1: not known.
    std::int64_t contextUsed() const { return m_contextUsed; }
    /// The probabilities and steps of an answer's tokens, for the answers of this run of the program.
    const std::vector<api::TokenPiece>* pieces(MessageId message) const;

signals:
    void chatChanged();        ///< another chat, or its title, prompt or settings
    void generatingChanged();
    void promptProgressed();
    void contextUsedChanged();
    void trashChanged();       ///< canUndo()

private:
    struct Trash {
        Chat chat;
        std::vector<Message> messages; ///< empty: the whole chat
    };
    void answer(MessageId parent);
    api::Generate commandFor(MessageId last) const;
    void receive(const std::vector<api::TokenPiece>& pieces);
    void finish(const api::GenerateResult& result);
    void fail(const base::Error& error);
    void end(MessageState state);
    void persistAnswer();
    void store(bool touch);
    void addMessage(const Message& message);
    void countContext();
    Message makeMessage(MessageId parent, api::Role role, const QString& text) const;
    QString modelName() const;

    EngineController& m_engine;
    ModelSession& m_model;
    ChatStore& m_store;
    Models m_models;
    Chat m_chat;
    bool m_stored = false;
    std::optional<Message> m_answer; ///< being written
    api::RequestId m_request;
    std::optional<api::PromptProgress> m_prompt;
    std::optional<Trash> m_trash;
    std::int64_t m_contextUsed = -1;
    std::uint64_t m_countNumber = 0; ///< only the newest count is believed
    QTimer m_persist;
    std::unordered_map<std::uint64_t, std::vector<api::TokenPiece>> m_pieces;
};

} // namespace cutaway::ui
