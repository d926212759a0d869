#pragma once
#include "ui/models/chat_database.h"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace cutaway::ui {

/// Chats and messages on disk, seen from the GUI thread, which never waits for the file: each call is carried out in order on a thread of
/// the store's own; what was asked for comes back by callback. The destructor waits until everything is written.
class ChatStore : public QObject {
    Q_OBJECT

public:
    /// @param path  of the SQLite file; its folder is made when absent
    explicit ChatStore(const QString& path, QObject* parent = nullptr);
    ~ChatStore() override;

    /// Callbacks run on the GUI thread while `context` lives; not at all when the file fails, which failed() reports.
    void loadChats(QObject* context, std::function<void(std::vector<Chat>)> then);
    void loadMessages(ChatId chat, QObject* context, std::function<void(std::vector<Message>)> then);
    void search(const QString& text, QObject* context, std::function<void(std::vector<ChatId>)> then);
    void put(const Chat& chat);
    void put(const Message& message);
    void setTrashed(ChatId chat, bool trashed);
    void setTrashed(MessageId message, bool trashed);
    /// Calls back when everything asked for so far is on disk.
    void whenWritten(QObject* context, std::function<void()> then);

signals:
    /// A sentence in English with its file, for the folded details; the first failure only until something succeeds again.
    void failed(const cutaway::base::Error& error);
    /// For the store alone: emitted on its thread, received on the GUI thread.
    void answersWaiting(QPrivateSignal);

private:
    using Job = std::function<base::Status(ChatDatabase&)>;
    /// Made and destroyed on the GUI thread, carried out between on the store's.
    struct Task {
        Job job;
        std::function<void()> then; ///< on the GUI thread, when the job has succeeded
        base::Status status = base::ok();
    };
    template <class T> void fetch(QObject* context, std::function<base::Result<T>(ChatDatabase&)> job, std::function<void(T)> then);
    void ask(Job job, std::function<void()> then = {});
    void work(const QString& path);
    void deliver();

    bool m_failing = false;
    std::mutex m_mutex; ///< guards the fields up to m_thread
    std::condition_variable m_wake;
    std::deque<Task> m_asked;
    std::vector<Task> m_answered;
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace cutaway::ui
