#include "tests/support/catch.h"
#include "tests/support/test_data.h"
#include "ui/models/chat_database.h"

#include <QDateTime>
#include <QFile>

#include <filesystem>

using namespace cutaway;
using namespace cutaway::ui;

namespace {

QString fileIn(const test::TempDir& folder) { return QString::fromStdString((folder.path() / "chats　😀.sqlite").string()); }

Chat chat(std::uint64_t id, const char* title)
{
    Chat c;
    c.id = { id };
    c.title = QString::fromUtf8(title);
    c.updatedMs = std::int64_t(id);
    return c;
}

Message message(std::uint64_t id, std::uint64_t chat, const char* text, MessageState state = MessageState::complete)
{
    Message m;
    m.id = { id };
    m.chat = { chat };
    m.text = QString::fromUtf8(text);
    m.state = state;
    return m;
}

} // namespace

TEST_CASE("chats and messages survive closing, and what was streaming is marked as stopped")
{
    const test::TempDir folder;
    {
        auto opened = ChatDatabase::open(fileIn(folder));
        REQUIRE(opened);
        ChatDatabase database = std::move(opened).value();
        REQUIRE(database.put(chat(1, "Синьо небе")));
        REQUIRE(database.put(message(10, 1, "天空为什么是蓝色的？")));
        REQUIRE(database.put(message(11, 1, "Because", MessageState::streaming)));
        REQUIRE(database.put(message(11, 1, "Because air", MessageState::streaming)));
    }
    auto database = ChatDatabase::open(fileIn(folder));
    REQUIRE(database);
    const auto chats = database->chats();
    REQUIRE(chats->size() == 1);
    CHECK(chats->front().title == QString::fromUtf8("Синьо небе"));
    const auto messages = database->messages({ 1 });
    REQUIRE(messages->size() == 2);
    CHECK((*messages)[1].text == QStringLiteral("Because air"));
    CHECK((*messages)[1].state == MessageState::stopped);
}

TEST_CASE("search finds titles and texts, takes no wildcards, and skips the trash")
{
    const test::TempDir folder;
    auto database = ChatDatabase::open(fileIn(folder));
    REQUIRE(database);
    REQUIRE(database->put(chat(1, "Cooking")));
    REQUIRE(database->put(chat(2, "Sailing")));
    REQUIRE(database->put(message(10, 2, "100% of the wind")));
    CHECK(database->search(QStringLiteral("cook"))->size() == 1);
    CHECK(database->search(QStringLiteral("0% OF"))->front().value == 2);
    CHECK(database->search(QStringLiteral("1%wind"))->empty());
    REQUIRE(database->setTrashed(ChatId { 1 }, true));
    CHECK(database->search(QStringLiteral("cook"))->empty());
    CHECK(database->chats()->size() == 1);
    REQUIRE(database->setTrashed(ChatId { 1 }, false));
    CHECK(database->chats()->size() == 2);
    REQUIRE(database->setTrashed(MessageId { 10 }, true));
    CHECK(database->messages({ 2 })->empty());
    REQUIRE(database->emptyTrash(QDateTime::currentMSecsSinceEpoch() + 1000));
    REQUIRE(database->setTrashed(MessageId { 10 }, false));
    CHECK(database->messages({ 2 })->empty()); // gone for good
    CHECK(database->chats()->size() == 2);
}

TEST_CASE("a migration keeps a copy of the old file; a newer file is refused and left alone")
{
    const test::TempDir folder;
    const QString path = fileIn(folder);
    {
        auto database = ChatDatabase::open(path);
        REQUIRE(database);
        REQUIRE(database->put(chat(1, "old")));
    }
    std::vector<Migration> next = chatMigrations();
    next.push_back({ QStringLiteral("ALTER TABLE chats ADD COLUMN colour TEXT") });
    {
        auto database = ChatDatabase::open(path, next);
        REQUIRE(database);
        CHECK(database->chats()->size() == 1);
    }
    const QString copy = path + QStringLiteral(".v%1.backup").arg(chatMigrations().size());
    REQUIRE(QFile::exists(copy));
    CHECK(ChatDatabase::open(copy)); // the copy is a whole database of the old version
    const auto refused = ChatDatabase::open(path);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == base::ErrorCode::unsupported);
    CHECK(ChatDatabase::open(path, next));
}

TEST_CASE("a migration that fails changes nothing")
{
    const test::TempDir folder;
    const QString path = fileIn(folder);
    REQUIRE(ChatDatabase::open(path));
    std::vector<Migration> broken = chatMigrations();
    broken.push_back({ QStringLiteral("ALTER TABLE chats ADD COLUMN colour TEXT"), QStringLiteral("NO SUCH STATEMENT") });
    CHECK_FALSE(ChatDatabase::open(path, broken));
    auto database = ChatDatabase::open(path);
    REQUIRE(database);
    CHECK(database->put(chat(1, "still works")));
}

TEST_CASE("a file that is no database, and a folder in its place, are errors")
{
    const test::TempDir folder;
    const QString path = fileIn(folder);
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(4096, 'x'));
    file.close();
    CHECK_FALSE(ChatDatabase::open(path));
    CHECK_FALSE(ChatDatabase::open(QString::fromStdString(folder.path().string())));
}
