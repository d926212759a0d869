#include "engine/service/engine.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"
#include "ui/models/chat_database.h"
#include "ui/shell/run_workbench.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QProcess>
#include <QScreen>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <map>
#include <sys/types.h>

using namespace cutaway;

namespace {

bool hasScreen() { return QGuiApplication::platformName() != QLatin1String("offscreen"); }

/// A program that keeps its files in the folder, ended with the object.
class Child {
public:
    Child(const test::TempDir& home, const QString& program, const QStringList& arguments)
    {
        const QString path = QString::fromStdString(home.path().string());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : { "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR" })
            environment.insert(QString::fromLatin1(name), path);
        m_process.setProcessEnvironment(environment);
        m_process.start(program, arguments);
        REQUIRE(m_process.waitForStarted());
    }
    ~Child()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    QProcess* operator->() { return &m_process; }

private:
    QProcess m_process;
};

/// How much of the screen has the colour of the dark window's panes, in percent.
int darkShare()
{
    const QImage image = QGuiApplication::primaryScreen()->grabWindow(0).toImage();
    int dark = 0;
    int all = 0;
    for (int y = 0; y < image.height(); y += 16) {
        for (int x = 0; x < image.width(); x += 16, ++all) {
            const QColor color = image.pixelColor(x, y);
            dark += color == QColor(0x14, 0x17, 0x1c) || color == QColor(0x1b, 0x1f, 0x26);
        }
    }
    return dark * 100 / std::max(1, all);
}

/// Milliseconds from the start of the program until its window fills half of the screen with its own colours.
qint64 startTime(const test::TempDir& home)
{
    const QSize size = QGuiApplication::primaryScreen()->size();
    QElapsedTimer clock;
    clock.start();
    Child program(home, QStringLiteral(CUTAWAY_PROGRAM),
        { QStringLiteral("--new-window"), QStringLiteral("--theme"), QStringLiteral("dark"), QStringLiteral("--size"),
            QStringLiteral("%1x%2").arg(size.width()).arg(size.height()) });
    while (darkShare() < 50 && clock.elapsed() < 20'000)
        QTest::qWait(5);
    return clock.elapsed();
}

/// The engine, which also says on standard output how many bytes of text it has handed to the window.
class TellingEngine : public api::EngineService {
public:
    TellingEngine()
        : m_engine(service::makeEngineService())
    {
    }
    void setSink(Sink sink) override
    {
        m_engine->setSink([sink = std::move(sink), size = std::size_t(0)](api::Event event) mutable {
            if (const auto* ready = std::get_if<api::TokensReady>(&event)) {
                for (const api::TokenPiece& piece : ready->pieces)
                    size += piece.text.size();
                std::cout << size << std::endl;
            }
            sink(std::move(event));
        });
    }
    api::RequestId submit(api::Command command) override { return m_engine->submit(std::move(command)); }
    void cancel(api::RequestId request) override { m_engine->cancel(request); }
    const std::vector<api::ParamSpec>& samplingParams() const override { return m_engine->samplingParams(); }

private:
    std::unique_ptr<api::EngineService> m_engine;
};

QString fileNamed(const test::TempDir& folder, const QString& name)
{
    QDirIterator files(QString::fromStdString(folder.path().string()), { name }, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    return files.hasNext() ? files.next() : QString();
}

} // namespace

TEST_CASE("the program's window is on screen within a second when there is no model")
{
    if (!hasScreen())
        CUTAWAY_SKIP("needs a display");
    REQUIRE(darkShare() < 50); // else another window looks like ours
    const test::TempDir home; // the first start writes its settings into it
    std::vector<qint64> times;
    for (int i = 0; i < 3; ++i) {
        times.push_back(startTime(home));
        std::cout << "window on screen after " << times.back() << " ms\n";
        REQUIRE(QTest::qWaitFor([] { return darkShare() < 50; }, 5'000));
    }
    CHECK(*std::max_element(times.begin(), times.end()) < 1'000);
}

/// The child of the next test: the workbench with the starter model, answering.
TEST_CASE("answer until killed", "[.child]")
{
    ui::WindowOptions options;
    options.file = qEnvironmentVariable("CUTAWAY_STARTER_MODEL");
    options.prompt = QStringLiteral("Write a very long story about a lighthouse, its keepers and the sea.");
    options.newWindow = true;
    ui::runWorkbench(options, [] { return std::make_unique<TellingEngine>(); });
}

TEST_CASE("kill -9 during an answer of the engine loses at most the last second of text")
{
    const auto model = test::starterModel();
    if (!hasScreen() || !model)
        CUTAWAY_SKIP("needs a display and the starter model");
    const test::TempDir home;
    qputenv("CUTAWAY_STARTER_MODEL", QByteArray::fromStdString(model->string()));
    Child child(home, QCoreApplication::applicationFilePath(), { QStringLiteral("answer until killed") });
    std::map<qint64, std::size_t> made; // when, how many bytes
    QElapsedTimer clock;
    clock.start();
    while (made.empty() || clock.elapsed() - made.begin()->first < 2'600) {
        REQUIRE(clock.elapsed() < 25'000);
        child->waitForReadyRead(50);
        while (child->canReadLine()) {
            bool isNumber = false;
            const qulonglong bytes = child->readLine().trimmed().toULongLong(&isNumber);
            if (isNumber)
                made[clock.elapsed()] = bytes;
        }
    }
    REQUIRE(child->state() == QProcess::Running);
    ::kill(pid_t(child->processId()), SIGKILL);
    const qint64 killed = clock.elapsed();
    child->waitForFinished();
    const auto after = made.upper_bound(killed - 1'000);
    REQUIRE(after != made.begin());
    const std::size_t aSecondBefore = std::prev(after)->second;
    REQUIRE(aSecondBefore > 100);
    auto database = ui::ChatDatabase::open(fileNamed(home, QStringLiteral("chats.sqlite")));
    REQUIRE(database);
    const auto chats = database->chats();
    REQUIRE(chats->size() == 1);
    const auto messages = database->messages(chats->front().id);
    REQUIRE(messages->size() == 2);
    const auto kept = std::size_t(messages->back().text.toUtf8().size());
    std::cout << "of " << made.rbegin()->second << " bytes " << kept << " were kept; a second before the end there were " << aSecondBefore << '\n';
    CHECK(kept >= aSecondBefore);
    CHECK(messages->back().state == ui::MessageState::stopped);
}
