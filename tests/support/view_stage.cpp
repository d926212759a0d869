#include "tests/support/view_stage.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QThread>

namespace cutaway::test {

ui::WorkbenchPaths pathsIn(const TempDir& folder)
{
    const QString path = QString::fromStdString(folder.path().string());
    return { path + QStringLiteral("/cutaway.ini"), path + QStringLiteral("/chats.sqlite"), {} };
}

ViewStage::ViewStage(FakeScript script)
    : service(new FakeEngineService(std::move(script)))
    , workbench(std::unique_ptr<api::EngineService>(service), pathsIn(folder))
    , engine(workbench.engine)
    , session(workbench.session)
    , selection(workbench.selection)
    , profile(workbench.profile)
    , theme(workbench.theme)
    , context { .engine = engine,
        .session = session,
        .library = workbench.library,
        .store = workbench.store,
        .chats = workbench.chats,
        .conversation = workbench.conversation,
        .chat = workbench.chat,
        .selection = selection,
        .profile = profile,
        .theme = theme,
        .starterModel = {},
        .showView = [this](const QString& id) { shownView = id; },
        .openModelFile = [this] { ++openRequests; },
        .loadModel = [this](const QString& path) { session.load(path); },
        .loadModelWith = [this](const QString&) { ++loadWithRequests; } }
{
}

bool ViewStage::waitFor(const std::function<bool()>& done, int milliseconds)
{
    const QDeadlineTimer deadline(milliseconds);
    while (!done() && !deadline.hasExpired()) {
        QCoreApplication::processEvents();
        QThread::msleep(1);
    }
    return done();
}

bool ViewStage::load()
{
    session.load(QStringLiteral("models/SmolLM2-135M-Instruct.Q4_1.gguf"));
    return waitFor([this] { return session.state() == ui::ModelSession::State::loaded; });
}

} // namespace cutaway::test
