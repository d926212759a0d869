#include "ui/models/chat_store.h"

#include <QDateTime>
#include <QPointer>

#include <memory>

namespace cutaway::ui {
namespace {

/// What lies in the trash longer than this goes when the program starts.
constexpr std::int64_t kTrashMs = 30LL * 24 * 3600 * 1000;

} // namespace

ChatStore::ChatStore(const QString& path, QObject* parent)
    : QObject(parent)
{
    connect(this, &ChatStore::answersWaiting, this, &ChatStore::deliver, Qt::QueuedConnection);
    ask([](ChatDatabase& database) { return database.emptyTrash(QDateTime::currentMSecsSinceEpoch() - kTrashMs); });
    m_thread = std::thread([this, path] { work(path); });
}

ChatStore::~ChatStore()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

/// The database lives here: opened, used and closed by one thread, as Qt asks.
void ChatStore::work(const QString& path)
{
    base::Result<ChatDatabase> database = ChatDatabase::open(path);
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_ending || !m_asked.empty(); });
        if (m_asked.empty())
            return;
        Task task = std::move(m_asked.front());
        m_asked.pop_front();
        lock.unlock();
        task.status = database ? task.job(database.value()) : base::Status(database.error());
        lock.lock();
        m_answered.push_back(std::move(task));
        if (m_answered.size() == 1)
            emit answersWaiting({});
    }
}

void ChatStore::deliver()
{
    std::vector<Task> answered;
    {
        const std::lock_guard lock(m_mutex);
        answered.swap(m_answered);
    }
    for (const Task& task : answered) {
        const bool wasFailing = std::exchange(m_failing, !task.status);
        if (task.status && task.then)
            task.then();
        else if (!task.status && !wasFailing)
            emit failed(task.status.error());
    }
}

void ChatStore::ask(Job job, std::function<void()> then)
{
    {
        const std::lock_guard lock(m_mutex);
        m_asked.push_back({ std::move(job), std::move(then) });
    }
    m_wake.notify_one();
}

template <class T> void ChatStore::fetch(QObject* context, std::function<base::Result<T>(ChatDatabase&)> job, std::function<void(T)> then)
{
    auto found = std::make_shared<T>();
    const auto keep = [found, job = std::move(job)](ChatDatabase& database) -> base::Status {
        CUTAWAY_TRY(*found, job(database));
        return base::ok();
    };
    ask(keep, [found, context = QPointer<QObject>(context), then = std::move(then)] {
        if (context)
            then(std::move(*found));
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
    ask([chat](ChatDatabase& database) { return database.put(chat); });
}

void ChatStore::put(const Message& message)
{
    ask([message](ChatDatabase& database) { return database.put(message); });
}

void ChatStore::setTrashed(ChatId chat, bool trashed)
{
    ask([=](ChatDatabase& database) { return database.setTrashed(chat, trashed); });
}

void ChatStore::setTrashed(MessageId message, bool trashed)
{
    ask([=](ChatDatabase& database) { return database.setTrashed(message, trashed); });
}

void ChatStore::whenWritten(QObject* context, std::function<void()> then)
{
    fetch<base::Unit>(context, [](ChatDatabase&) { return base::ok(); }, [then = std::move(then)](base::Unit) { then(); });
}

} // namespace cutaway::ui
