#include "engine/service/engine.h"
#include "tests/support/hostile_files.h"
#include "tests/support/other_user.h"
#include "tests/ui/shell/window_stage.h"
#include "ui/widgets/error_card.h"

#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>

#include <filesystem>

using namespace cutaway;

namespace {

QString inFolder(const test::TempDir& folder, const std::string& name)
{
    const std::filesystem::path path = name.empty() ? folder.path() : folder.path() / name;
    return QString::fromStdString(path.string());
}

/// The one error that the window shows; none while it shows none.
const ui::ErrorCard* shownError(const test::EngineWindow& stage)
{
    const ui::ErrorCard* shown = nullptr;
    for (const auto* card : stage.window->findChildren<ui::ErrorCard*>()) {
        if (!card->isVisible())
            continue;
        CHECK_FALSE(shown);
        shown = card;
    }
    return shown;
}

/// Opens the file and waits until the window refuses it: a sentence that names the file, and the engine's own one behind "Details".
void checkRefused(test::EngineWindow& stage, const QString& path, const std::string& why)
{
    INFO(path.toStdString());
    stage.window->openFile(path);
    REQUIRE(QTest::qWaitFor([&] { return stage.workbench.session.state() != ui::ModelSession::State::loading; }, 20'000));
    REQUIRE(stage.workbench.session.error());
    const ui::ErrorCard* card = shownError(stage);
    REQUIRE(card);
    CHECK(card->accessibleName().startsWith(QFileInfo(path).fileName() + QStringLiteral(": ")));
    const QString sentence = QString::fromStdString(stage.workbench.session.error()->message);
    INFO(sentence.toStdString());
    CHECK(sentence.count(QLatin1Char('\n')) == 0);
    CHECK(sentence.contains(QString::fromStdString(why)));
    bool told = false;
    for (const auto* label : card->findChildren<QLabel*>())
        told = told || label->text() == sentence;
    CHECK(told);
    CHECK_FALSE(stage.workbench.chat.canSend());
}

/// What a person would try next.
void checkUsable(test::EngineWindow& stage)
{
    auto* field = stage.window->findChild<QPlainTextEdit*>(QStringLiteral("composerField"));
    field->clear();
    QTest::keyClicks(field, QStringLiteral("still here"));
    CHECK(field->toPlainText() == QStringLiteral("still here"));
}

} // namespace

TEST_CASE("each damaged or foreign file is refused in the window, which stays usable")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    const test::TempDir folder;
    test::EngineWindow stage(service::makeEngineService());
    checkRefused(stage, inFolder(folder, ""), "holds no model");
    for (const test::HostileFile& file : test::hostileFiles()) {
        test::writeText(folder.path() / file.name, file.bytes);
        checkRefused(stage, inFolder(folder, file.name), file.sentence);
    }
    checkUsable(stage);
    const auto good = test::golden("golden/archs/llama-dense.gguf");
    REQUIRE(good);
    stage.window->openFile(QString::fromStdString(good->string()));
    REQUIRE(QTest::qWaitFor([&] { return stage.workbench.session.state() == ui::ModelSession::State::loaded; }, 20'000));
    CHECK_FALSE(shownError(stage));
}

TEST_CASE("a file of another user is refused in the window")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    const test::TempDir folder;
    std::filesystem::permissions(folder.path(), std::filesystem::perms::others_exec, std::filesystem::perm_options::add);
    test::writeText(folder.path() / "secret.gguf", "GGUF");
    std::filesystem::permissions(folder.path() / "secret.gguf", std::filesystem::perms::none);
    test::EngineWindow stage(service::makeEngineService());
    QTest::qWait(200); // the window's own files are open
    {
        const test::OtherUser nobody;
        checkRefused(stage, inFolder(folder, "secret.gguf"), "Permission denied");
    }
    checkUsable(stage);
}
