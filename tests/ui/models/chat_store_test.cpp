#include "tests/support/catch.h"
#include "tests/support/test_data.h"
#include "ui/models/chat_store.h"

#include <QTest>

using namespace cutaway;
using namespace cutaway::ui;

namespace {

Chat chat(std::uint64_t id)
{
    Chat c;
    c.id = { id };
    c.title = QStringLiteral("chat %1").arg(id);
    c.updatedMs = std::int64_t(id);
    return c;
}

} // namespace

TEST_CASE("the store writes in order on its own thread and has written all when it goes")
{
    const test::TempDir folder;
    const QString path = QString::fromStdString((folder.path() / "a" / "chats.sqlite").string());
    constexpr int kMessages = 200;
    {
        ChatStore store(path);
        store.put(chat(1));
        for (int i = 1; i <= kMessages; ++i) {
            Message message;
            message.id = { std::uint64_t(i) };
            message.chat = { 1 };
            message.text = QString::number(i);
            store.put(message);
        }
    }
    ChatStore store(path);
    QObject context;
    std::vector<Message> messages;
    store.loadMessages({ 1 }, &context, [&](std::vector<Message> loaded) { messages = std::move(loaded); });
    REQUIRE(QTest::qWaitFor([&] { return !messages.empty(); }, 5'000));
    REQUIRE(messages.size() == kMessages);
    CHECK(messages.back().text == QString::number(kMessages));
}

TEST_CASE("a store that cannot be written says so once")
{
    const test::TempDir folder;
    int failures = 0;
    std::string sentence;
    ChatStore store(QString::fromStdString(folder.path().string())); // a folder is no file
    QObject::connect(&store, &ChatStore::failed, &store, [&](const base::Error& error) {
        ++failures;
        sentence = error.message;
    });
    store.put(chat(1));
    store.put(chat(2));
    REQUIRE(QTest::qWaitFor([&] { return failures > 0; }, 5'000));
    QTest::qWait(50);
    CHECK(failures == 1);
    CHECK_FALSE(sentence.empty());
}

TEST_CASE("callbacks of a context that is gone are not called")
{
    const test::TempDir folder;
    ChatStore store(QString::fromStdString((folder.path() / "chats.sqlite").string()));
    auto gone = std::make_unique<QObject>();
    QObject alive;
    bool called = false;
    bool reached = false;
    store.loadChats(gone.get(), [&](std::vector<Chat>) { called = true; });
    gone.reset();
    store.whenWritten(&alive, [&] { reached = true; });
    REQUIRE(QTest::qWaitFor([&] { return reached; }, 5'000));
    CHECK_FALSE(called);
}
