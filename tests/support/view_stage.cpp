#include "tests/support/view_stage.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QThread>

namespace cutaway::test {

ViewStage::ViewStage(FakeScript script)
    : service(new FakeEngineService(std::move(script)))
    , engine(std::unique_ptr<api::EngineService>(service))
    , session(engine)
    , context { .engine = engine,
        .session = session,
        .selection = selection,
        .profile = profile,
        .theme = theme,
        .showView = [this](const QString& id) { shownView = id; },
        .openModelFile = [this] { ++openRequests; } }
{
    QObject::connect(&engine, &ui::EngineController::snapshotReady, &profile, &ui::ProfileStore::accept);
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
