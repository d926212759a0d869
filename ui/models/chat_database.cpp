#include "ui/models/chat_database.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

namespace cutaway::ui {
namespace {

/// SQLite has no unsigned 64-bit numbers; ids stay under 2^63.
QVariant stored(std::uint64_t id) { return QVariant::fromValue(qlonglong(id)); }
QVariant storedOrNull(std::uint64_t id) { return id ? stored(id) : QVariant(); }
std::uint64_t idAt(const QSqlQuery& query, int column) { return std::uint64_t(query.value(column).toLongLong()); }

} // namespace

const std::vector<Migration>& chatMigrations()
{
    static const std::vector<Migration> migrations {
        { QStringLiteral("CREATE TABLE chats (id INTEGER PRIMARY KEY, title TEXT NOT NULL, model_name TEXT NOT NULL, model_path TEXT NOT NULL,"
                         " system_prompt TEXT NOT NULL, sampling TEXT NOT NULL, head INTEGER, created_ms INTEGER NOT NULL,"
                         " updated_ms INTEGER NOT NULL, trashed_ms INTEGER)"),
            QStringLiteral("CREATE TABLE messages (id INTEGER PRIMARY KEY, chat INTEGER NOT NULL, parent INTEGER, role TEXT NOT NULL,"
                           " text TEXT NOT NULL, state TEXT NOT NULL, details TEXT NOT NULL, created_ms INTEGER NOT NULL, trashed_ms INTEGER)"),
            QStringLiteral("CREATE INDEX messages_by_chat ON messages (chat)") },
    };
    return migrations;
}

ChatDatabase::ChatDatabase(QSqlDatabase database, QString path)
    : m_database(std::move(database))
    , m_path(std::move(path))
{
}

ChatDatabase::ChatDatabase(ChatDatabase&& other) noexcept
    : m_database(std::exchange(other.m_database, QSqlDatabase()))
    , m_path(std::move(other.m_path))
{
}

ChatDatabase::~ChatDatabase()
{
    const QString name = m_database.connectionName();
    if (name.isEmpty())
        return;
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
}

base::Error ChatDatabase::failure(const QString& what, const QString& reason) const
{
    return { base::ErrorCode::accessDenied, QString(what + QStringLiteral(": ") + reason).toStdString(), m_path.toStdString(),
        "Check that the folder can be written and that the disk is not full." };
}

base::Result<ChatDatabase> ChatDatabase::open(const QString& path, const std::vector<Migration>& migrations)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSqlDatabase connection = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("chats-%1").arg(newStoredId()));
    connection.setDatabaseName(path);
    connection.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=2000"));
    ChatDatabase database(std::exchange(connection, QSqlDatabase()), path); // the only handle, so that it can be closed
    if (!database.m_database.open())
        return database.failure(QStringLiteral("the file of chats cannot be opened"), database.m_database.lastError().text());
    CUTAWAY_TRY([[maybe_unused]] auto wal, database.run(QStringLiteral("PRAGMA journal_mode = WAL")));
    // A crash of the program loses nothing; a crash of the machine may lose the last moments, never the file.
    CUTAWAY_TRY([[maybe_unused]] auto sync, database.run(QStringLiteral("PRAGMA synchronous = NORMAL")));
    CUTAWAY_TRY([[maybe_unused]] auto migrated, database.migrate(migrations));
    const QString markStopped = QStringLiteral("UPDATE messages SET state = '%1' WHERE state = '%2'")
                                    .arg(storedName(MessageState::stopped), storedName(MessageState::streaming));
    CUTAWAY_TRY([[maybe_unused]] auto stopped, database.run(markStopped));
    return database;
}

base::Status ChatDatabase::run(const QString& statement)
{
    QSqlQuery query(m_database);
    if (!query.exec(statement))
        return failure(QStringLiteral("the file of chats does not accept a change"), query.lastError().text());
    return base::ok();
}

base::Status ChatDatabase::migrate(const std::vector<Migration>& migrations)
{
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return failure(QStringLiteral("the file of chats is damaged"), query.lastError().text());
    const int version = query.value(0).toInt();
    query.finish();
    const int newest = int(migrations.size());
    if (version > newest) {
        return base::Error { base::ErrorCode::unsupported,
            "the file of chats has version " + std::to_string(version) + ", this program knows versions up to " + std::to_string(newest), m_path.toStdString(),
            "Use the newer program that wrote it." };
    }
    if (version == newest)
        return base::ok();
    if (version > 0) {
        CUTAWAY_TRY([[maybe_unused]] auto saved, backUp(version));
    }
    if (!m_database.transaction())
        return failure(QStringLiteral("the file of chats cannot be brought up to date"), m_database.lastError().text());
    for (int step = version; step < newest; ++step) {
        for (const QString& statement : migrations[std::size_t(step)]) {
            if (base::Status done = run(statement); !done) {
                m_database.rollback();
                return done;
            }
        }
    }
    if (base::Status done = run(QStringLiteral("PRAGMA user_version = %1").arg(newest)); !done) {
        m_database.rollback();
        return done;
    }
    if (!m_database.commit())
        return failure(QStringLiteral("the file of chats cannot be brought up to date"), m_database.lastError().text());
    return base::ok();
}

base::Status ChatDatabase::backUp(int version)
{
    const QString copy = QStringLiteral("%1.v%2.backup").arg(m_path).arg(version);
    QFile::remove(copy);
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("VACUUM INTO ?"));
    query.addBindValue(copy);
    if (!query.exec())
        return failure(QStringLiteral("no copy of the file of chats can be made"), query.lastError().text());
    return base::ok();
}

base::Result<std::vector<Chat>> ChatDatabase::chats()
{
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("SELECT id, title, model_name, model_path, system_prompt, sampling, head, created_ms, updated_ms FROM chats"
                                   " WHERE trashed_ms IS NULL ORDER BY updated_ms DESC")))
        return failure(QStringLiteral("chats cannot be read"), query.lastError().text());
    std::vector<Chat> result;
    while (query.next()) {
        result.push_back({ { idAt(query, 0) }, query.value(1).toString(), query.value(2).toString(), query.value(3).toString(), query.value(4).toString(),
            samplingFromJson(query.value(5).toByteArray()), { idAt(query, 6) }, query.value(7).toLongLong(), query.value(8).toLongLong() });
    }
    return result;
}

base::Result<std::vector<Message>> ChatDatabase::messages(ChatId chat)
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT id, parent, role, text, state, details, created_ms FROM messages"
                                 " WHERE chat = ? AND trashed_ms IS NULL ORDER BY id"));
    query.addBindValue(stored(chat.value));
    if (!query.exec())
        return failure(QStringLiteral("messages cannot be read"), query.lastError().text());
    std::vector<Message> result;
    while (query.next()) {
        const auto role = roleFromStored(query.value(2).toString());
        const auto state = messageStateFromStored(query.value(4).toString());
        if (!role)
            continue; // written by a newer program; the rest of the chat stays readable
        result.push_back({ { idAt(query, 0) }, { idAt(query, 1) }, chat, *role, query.value(3).toString(), state.value_or(MessageState::complete),
            detailsFromJson(query.value(5).toByteArray()), query.value(6).toLongLong() });
    }
    return result;
}

base::Result<std::vector<ChatId>> ChatDatabase::search(const QString& text)
{
    QString pattern = text;
    pattern.replace(QLatin1Char('\\'), QStringLiteral("\\\\"))
        .replace(QLatin1Char('%'), QStringLiteral("\\%"))
        .replace(QLatin1Char('_'), QStringLiteral("\\_"));
    pattern = QLatin1Char('%') + pattern + QLatin1Char('%');
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT id FROM chats WHERE trashed_ms IS NULL AND (title LIKE :p ESCAPE '\\' OR id IN"
                                 " (SELECT chat FROM messages WHERE trashed_ms IS NULL AND text LIKE :q ESCAPE '\\'))"));
    query.bindValue(QStringLiteral(":p"), pattern);
    query.bindValue(QStringLiteral(":q"), pattern);
    if (!query.exec())
        return failure(QStringLiteral("chats cannot be searched"), query.lastError().text());
    std::vector<ChatId> result;
    while (query.next())
        result.push_back({ idAt(query, 0) });
    return result;
}

base::Status ChatDatabase::put(const Chat& chat)
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("INSERT INTO chats (id, title, model_name, model_path, system_prompt, sampling, head, created_ms, updated_ms)"
                                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title, model_name = excluded.model_name,"
                                 " model_path = excluded.model_path, system_prompt = excluded.system_prompt, sampling = excluded.sampling,"
                                 " head = excluded.head, updated_ms = excluded.updated_ms"));
    const auto text = [](const QString& value) { return value.isNull() ? QStringLiteral("") : value; };
    query.addBindValue(stored(chat.id.value));
    query.addBindValue(text(chat.title));
    query.addBindValue(text(chat.modelName));
    query.addBindValue(text(chat.modelPath));
    query.addBindValue(text(chat.systemPrompt));
    query.addBindValue(QString::fromUtf8(samplingToJson(chat.sampling)));
    query.addBindValue(storedOrNull(chat.head.value));
    query.addBindValue(qlonglong(chat.createdMs));
    query.addBindValue(qlonglong(chat.updatedMs));
    if (!query.exec())
        return failure(QStringLiteral("the chat cannot be saved"), query.lastError().text());
    return base::ok();
}

base::Status ChatDatabase::put(const Message& message)
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("INSERT INTO messages (id, chat, parent, role, text, state, details, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                                 " ON CONFLICT (id) DO UPDATE SET text = excluded.text, state = excluded.state, details = excluded.details"));
    query.addBindValue(stored(message.id.value));
    query.addBindValue(stored(message.chat.value));
    query.addBindValue(storedOrNull(message.parent.value));
    query.addBindValue(storedName(message.role));
    query.addBindValue(message.text.isNull() ? QStringLiteral("") : message.text);
    query.addBindValue(storedName(message.state));
    query.addBindValue(QString::fromUtf8(detailsToJson(message.details)));
    query.addBindValue(qlonglong(message.createdMs));
    if (!query.exec())
        return failure(QStringLiteral("the message cannot be saved"), query.lastError().text());
    return base::ok();
}

base::Status ChatDatabase::setTrashed(ChatId chat, bool trashed)
{
    const QString time = trashed ? QString::number(QDateTime::currentMSecsSinceEpoch()) : QStringLiteral("NULL");
    return run(QStringLiteral("UPDATE chats SET trashed_ms = %1 WHERE id = %2").arg(time).arg(qlonglong(chat.value)));
}

base::Status ChatDatabase::setTrashed(MessageId message, bool trashed)
{
    const QString time = trashed ? QString::number(QDateTime::currentMSecsSinceEpoch()) : QStringLiteral("NULL");
    return run(QStringLiteral("UPDATE messages SET trashed_ms = %1 WHERE id = %2").arg(time).arg(qlonglong(message.value)));
}

base::Status ChatDatabase::emptyTrash(std::int64_t beforeMs)
{
    const QString time = QString::number(qlonglong(beforeMs));
    CUTAWAY_TRY([[maybe_unused]] auto messages,
        run(QStringLiteral("DELETE FROM messages WHERE trashed_ms < %1 OR chat IN (SELECT id FROM chats WHERE trashed_ms < %1)").arg(time)));
    return run(QStringLiteral("DELETE FROM chats WHERE trashed_ms < %1").arg(time));
}

} // namespace cutaway::ui
