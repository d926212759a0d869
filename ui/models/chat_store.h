#pragma once
#include "ui/models/chat_database.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <functional>
#include <memory>
#include <optional>

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

private:
    struct Worker;
    template <class T> void fetch(QObject* context, std::function<base::Result<T>(ChatDatabase&)> job, std::function<void(T)> then);
    void write(std::function<base::Status(ChatDatabase&)> job);
    void report(const base::Error& error);

    QThread m_thread;
    Worker* m_worker = nullptr; ///< lives on m_thread, deleted by it
    bool m_failing = false;
};

} // namespace cutaway::ui
