#include "tests/support/catch.h"
#include "tests/support/fake_engine_service.h"
#include "tests/support/test_data.h"
#include "ui/bridge/chat_session.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"
#include "ui/models/chat_list_model.h"
#include "ui/models/chat_store.h"
#include "ui/models/conversation_model.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <iostream>

using namespace cutaway;
using test::FakeScript;
using ui::MessageState;

namespace {

/// A chat on a fake engine and a real file.
struct Bench {
    explicit Bench(const QString& file, const FakeScript& script = {})
        : service(new test::FakeEngineService(script))
        , engine(std::unique_ptr<api::EngineService>(service))
        , model(engine)
        , store(file)
        , session(engine, model, store, { chats, conversation })
    {
        model.load(QStringLiteral("/models/starter.gguf"));
        REQUIRE(QTest::qWaitFor([this] { return session.canSend(); }, 5'000));
    }
    void sendAndWait(const char* text)
    {
        session.send(QString::fromUtf8(text));
        REQUIRE(waitForAnswer());
    }
    bool waitForAnswer()
    {
        return QTest::qWaitFor([this] { return !session.isGenerating(); }, 20'000);
    }
    const ui::Message& last() const { return conversation.at(conversation.rowCount() - 1); }

    test::FakeEngineService* service; ///< owned by engine
    ui::EngineController engine;
    ui::ModelSession model;
    ui::ChatStore store;
    ui::ChatListModel chats;
    ui::ConversationModel conversation;
    ui::ChatSession session;
};

QString fileIn(const test::TempDir& folder) { return QString::fromStdString((folder.path() / "chats.sqlite").string()); }

} // namespace

TEST_CASE("a message is answered, named, stored, and comes back after a restart")
{
    const test::TempDir folder;
    FakeScript script;
    {
        Bench bench(fileIn(folder), script);
        bench.session.setSystemPrompt(QStringLiteral("Be brief."));
        bench.sendAndWait("Why is the sky blue?");
        CHECK(bench.last().text.toStdString() == script.answer);
        CHECK(bench.last().state == MessageState::complete);
        CHECK(bench.last().details.tokensPerSecond > 0);
        CHECK(bench.last().details.reusedTokens == script.reusedTokens);
        CHECK(bench.session.chat().title == QStringLiteral("Why is the sky blue?"));
        const api::Generate command = bench.service->generated().front();
        REQUIRE(command.messages.size() == 2);
        CHECK(command.messages[0].role == api::Role::system);
        bench.sendAndWait("And red?");
        CHECK(bench.service->generated().back().messages.size() == 4);
    }
    Bench bench(fileIn(folder), script);
    bench.store.loadChats(&bench.session, [&](std::vector<ui::Chat> chats) { bench.chats.reset(std::move(chats)); });
    REQUIRE(QTest::qWaitFor([&] { return bench.chats.rowCount() == 1; }, 5'000));
    bench.session.open(*bench.chats.chatAt(bench.chats.index(0)));
    REQUIRE(QTest::qWaitFor([&] { return bench.conversation.rowCount() == 4; }, 5'000));
    CHECK(bench.session.chat().systemPrompt == QStringLiteral("Be brief."));
}

TEST_CASE("regenerate and edit add siblings; the trash gives back what it took")
{
    const test::TempDir folder;
    Bench bench(fileIn(folder));
    bench.sendAndWait("first");
    bench.session.regenerate(1);
    REQUIRE(bench.waitForAnswer());
    CHECK(bench.conversation.siblings(1).count == 2);
    bench.session.editAndResend(0, QStringLiteral("first, edited"));
    REQUIRE(bench.waitForAnswer());
    CHECK(bench.conversation.siblings(0).count == 2);
    CHECK(bench.conversation.rowCount() == 2);
    CHECK(bench.service->generated().back().messages.size() == 1);

    bench.session.removeMessage(0);
    CHECK(bench.conversation.at(0).text == QStringLiteral("first"));
    CHECK(bench.session.canUndo());
    bench.session.undo();
    CHECK(bench.conversation.at(0).text == QStringLiteral("first, edited"));
    CHECK_FALSE(bench.session.canUndo());

    const ui::ChatId chat = bench.session.chat().id;
    bench.session.removeChat(chat);
    CHECK(bench.chats.rowCount() == 0);
    CHECK(bench.conversation.rowCount() == 0);
    bench.session.undo();
    CHECK(bench.chats.rowCount() == 1);
    REQUIRE(QTest::qWaitFor([&] { return bench.conversation.rowCount() == 2; }, 5'000));
}

TEST_CASE("stop keeps the text so far, marked as stopped; an error keeps it too, with its sentence")
{
    const test::TempDir folder;
    FakeScript script;
    script.tokenDelayUs = 15'000;
    SECTION("stop")
    {
        Bench bench(fileIn(folder), script);
        bench.session.send(QStringLiteral("go"));
        REQUIRE(QTest::qWaitFor([&] { return bench.last().text.size() > 8; }, 5'000));
        bench.session.stop();
        REQUIRE(bench.waitForAnswer());
        CHECK(bench.last().state == MessageState::stopped);
        CHECK(bench.last().text.size() > 8);
        CHECK(bench.session.canSend());
    }
    SECTION("error")
    {
        script.generateError = base::Error { base::ErrorCode::contextFull, "the context of 4,096 tokens is full", "", "Load with a larger context." };
        Bench bench(fileIn(folder), script);
        bench.sendAndWait("go");
        CHECK(bench.last().state == MessageState::failed);
        CHECK_FALSE(bench.last().text.isEmpty());
        CHECK(bench.last().details.problem == QStringLiteral("the context of 4,096 tokens is full"));
    }
}

TEST_CASE("an answer goes on while another chat is shown, and is complete when one returns")
{
    const test::TempDir folder;
    FakeScript script;
    script.tokenDelayUs = 10'000;
    Bench bench(fileIn(folder), script);
    bench.session.send(QStringLiteral("long"));
    QTest::qWait(40);
    const ui::ChatId first = bench.session.chat().id;
    bench.session.newChat();
    CHECK(bench.conversation.rowCount() == 0);
    CHECK(bench.session.isGenerating());
    CHECK_FALSE(bench.session.isGeneratingHere());
    QTest::qWait(60);
    bench.session.open(first);
    REQUIRE(QTest::qWaitFor([&] { return bench.conversation.rowCount() == 2; }, 5'000));
    REQUIRE(bench.waitForAnswer());
    CHECK(bench.last().text.toStdString() == script.answer);
}

TEST_CASE("without a chat template the text goes in as it is and is continued")
{
    const test::TempDir folder;
    FakeScript script;
    script.hasChatTemplate = false;
    Bench bench(fileIn(folder), script);
    bench.sendAndWait("Once upon");
    CHECK(bench.service->generated().back().messages.empty());
    CHECK(bench.service->generated().back().text == "Once upon");
    bench.sendAndWait(" and then");
    CHECK(bench.service->generated().back().text == "Once upon" + script.answer + " and then");
}

TEST_CASE("quitting in the middle keeps what was written, as stopped")
{
    const test::TempDir folder;
    FakeScript script;
    script.tokenDelayUs = 15'000;
    QString text;
    {
        Bench bench(fileIn(folder), script);
        bench.session.send(QStringLiteral("go"));
        REQUIRE(QTest::qWaitFor([&] { return bench.last().text.size() > 20; }, 5'000));
        bench.session.keepUnfinished();
        text = bench.last().text;
    }
    auto database = ui::ChatDatabase::open(fileIn(folder));
    REQUIRE(database);
    const auto messages = database->messages(database->chats()->front().id);
    CHECK(messages->back().text == text);
    CHECK(messages->back().state == MessageState::stopped);
}

/// The child of the next test: streams for ever and says on stdout how much it has shown.
TEST_CASE("stream until killed", "[.child]")
{
    FakeScript script;
    for (int i = 0; i < 5'000; ++i)
        script.answer += " word" + std::to_string(i);
    script.tokenDelayUs = 4'000;
    Bench bench(qEnvironmentVariable("CUTAWAY_TEST_CHATS"), script);
    QObject::connect(&bench.conversation, &QAbstractItemModel::dataChanged, &bench.session, [&] { std::cout << bench.last().text.size() << std::endl; });
    bench.session.send(QStringLiteral("go"));
    bench.waitForAnswer();
}

TEST_CASE("kill -9 during an answer loses at most the last second of text")
{
    const test::TempDir folder;
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("CUTAWAY_TEST_CHATS"), fileIn(folder));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), { QStringLiteral("stream until killed") });
    REQUIRE(child.waitForStarted());
    std::vector<std::pair<qint64, qsizetype>> shown; // when, how many characters
    QElapsedTimer clock;
    clock.start();
    while (shown.empty() || clock.elapsed() - shown.front().first < 2'600) {
        REQUIRE(clock.elapsed() < 20'000);
        child.waitForReadyRead(100);
        while (child.canReadLine())
            shown.emplace_back(clock.elapsed(), child.readLine().trimmed().toLongLong());
    }
    ::kill(pid_t(child.processId()), SIGKILL);
    const qint64 killed = clock.elapsed();
    child.waitForFinished();
    qsizetype aSecondBefore = 0;
    for (const auto& [when, size] : shown) {
        if (when <= killed - 1'000)
            aSecondBefore = size;
    }
    REQUIRE(aSecondBefore > 100);
    auto database = ui::ChatDatabase::open(fileIn(folder));
    REQUIRE(database);
    const auto chats = database->chats();
    REQUIRE(chats->size() == 1);
    const auto messages = database->messages(chats->front().id);
    REQUIRE(messages->size() == 2);
    CHECK(messages->front().text == QStringLiteral("go"));
    CHECK(messages->back().text.size() >= aSecondBefore);
    CHECK(messages->back().state == MessageState::stopped);
}
