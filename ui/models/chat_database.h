#pragma once
#include "engine/base/result.h"
#include "ui/models/chat_types.h"

#include <QSqlDatabase>
#include <QString>

#include <vector>

namespace cutaway::ui {

/// One change of the database's form: the statements that lead from version (its place in the list) to the next.
using Migration = std::vector<QString>;
/// All of them, oldest first; a database at version n has seen the first n.
const std::vector<Migration>& chatMigrations();

/// The file of chats: SQLite with a write-ahead log. Blocking; lives on one thread (ChatStore's).
class ChatDatabase {
public:
    /// Opens or makes the file, brings it to the newest version, and keeps a copy "<file>.v<old>.backup" before it changes an older one.
    /// Messages that were streaming when the last program ended are marked as stopped.
    /// A file of a newer version is left as it is: unsupported.
    static base::Result<ChatDatabase> open(const QString& path, const std::vector<Migration>& migrations = chatMigrations());

    ChatDatabase(ChatDatabase&& other) noexcept;
    ChatDatabase& operator=(ChatDatabase&&) = delete;
    ~ChatDatabase();

    /// Not in the trash, the newest first.
    base::Result<std::vector<Chat>> chats();
    /// Of one chat, oldest first, those in the trash left out.
    base::Result<std::vector<Message>> messages(ChatId chat);
    /// Chats whose title or messages contain the text, whatever its case.
    base::Result<std::vector<ChatId>> search(const QString& text);
    base::Status put(const Chat& chat);
    base::Status put(const Message& message);
    base::Status setTrashed(ChatId chat, bool trashed);
    base::Status setTrashed(MessageId message, bool trashed);
    /// Removes for ever what lies in the trash since before the time (milliseconds since 1970).
    base::Status emptyTrash(std::int64_t beforeMs);

private:
    ChatDatabase(QSqlDatabase database, QString path);
    base::Status migrate(const std::vector<Migration>& migrations);
    base::Status backUp(int version);
    base::Status run(const QString& statement);
    base::Error failure(const QString& what, const QString& reason) const;

    QSqlDatabase m_database;
    QString m_path;
};

} // namespace cutaway::ui
