#include "ui/models/chat_store.h"

#include <QDateTime>

namespace cutaway::ui {
namespace {

/// What lies in the trash longer than this goes when the program starts.
constexpr std::int64_t kTrashMs = 30LL * 24 * 3600 * 1000;

} // namespace

/// Lives on the store's thread; holds the database, or why there is none.
struct ChatStore::Worker : QObject {
    std::optional<ChatDatabase> database;
    std::optional<base::Error> problem;

    void open(const QString& path)
    {
        base::Result<ChatDatabase> opened = ChatDatabase::open(path);
        if (!opened) {
            problem = opened.error();
            return;
        }
        database.emplace(std::move(opened).value());
        if (base::Status emptied = database->emptyTrash(QDateTime::currentMSecsSinceEpoch() - kTrashMs); !emptied)
            problem = emptied.error();
    }
    template <class T> base::Result<T> run(const std::function<base::Result<T>(ChatDatabase&)>& job)
    {
        if (!database)
            return problem.value_or(base::Error {});
        return job(*database);
    }
};

ChatStore::ChatStore(const QString& path, QObject* parent)
    : QObject(parent)
    , m_worker(new Worker)
{
    m_thread.setObjectName(QStringLiteral("chat store"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker, path] {
        worker->open(path);
        if (worker->problem)
            QMetaObject::invokeMethod(this, [this, error = *worker->problem] { report(error); }, Qt::QueuedConnection);
    });
}

ChatStore::~ChatStore()
{
    // quit() is an event behind all jobs, so they are done first.
    QMetaObject::invokeMethod(m_worker, [this] { m_thread.quit(); });
    m_thread.wait();
}

void ChatStore::report(const base::Error& error)
{
    if (std::exchange(m_failing, true))
        return;
    emit failed(error);
}

template <class T> void ChatStore::fetch(QObject* context, std::function<base::Result<T>(ChatDatabase&)> job, std::function<void(T)> then)
{
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker, context = QPointer<QObject>(context), job = std::move(job), then = std::move(then)] {
        // Carried back in a shared_ptr: lambdas for Qt must be copyable, and a list of messages should not be copied.
        auto result = std::make_shared<base::Result<T>>(worker->run<T>(job));
        QMetaObject::invokeMethod(this, [this, context, result, then] {
            if (!*result)
                report(result->error());
            else if (context)
                then(std::move(*result).value());
        }, Qt::QueuedConnection);
    });
}

void ChatStore::write(std::function<base::Status(ChatDatabase&)> job)
{
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker, job = std::move(job)] {
        const base::Status done = worker->run<base::Unit>(job);
        QMetaObject::invokeMethod(this, [this, done] {
            if (!done)
                report(done.error());
            else
                m_failing = false;
        }, Qt::QueuedConnection);
    });
}

void ChatStore::loadChats(QObject* context, std::function<void(std::vector<Chat>)> then)
{
    fetch<std::vector<Chat>>(context, [](ChatDatabase& database) { return database.chats(); }, std::move(then));
}

void ChatStore::loadMessages(ChatId chat, QObject* context, std::function<void(std::vector<Message>)> then)
{
    fetch<std::vector<Message>>(context, [chat](ChatDatabase& database) { return database.messages(chat); }, std::move(then));
}

void ChatStore::search(const QString& text, QObject* context, std::function<void(std::vector<ChatId>)> then)
{
    fetch<std::vector<ChatId>>(context, [text](ChatDatabase& database) { return database.search(text); }, std::move(then));
}

void ChatStore::put(const Chat& chat)
{
    write([chat](ChatDatabase& database) { return database.put(chat); });
}

void ChatStore::put(const Message& message)
{
    write([message](ChatDatabase& database) { return database.put(message); });
}

void ChatStore::setTrashed(ChatId chat, bool trashed)
{
    write([=](ChatDatabase& database) { return database.setTrashed(chat, trashed); });
}

void ChatStore::setTrashed(MessageId message, bool trashed)
{
    write([=](ChatDatabase& database) { return database.setTrashed(message, trashed); });
}

void ChatStore::whenWritten(QObject* context, std::function<void()> then)
{
    fetch<base::Unit>(context, [](ChatDatabase&) { return base::ok(); }, [then = std::move(then)](base::Unit) { then(); });
}

} // namespace cutaway::ui
