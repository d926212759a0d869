#include "ui/shell/workbench.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace cutaway::ui {
namespace {

/// The first model file of the folders; the starter model comes alone in its folder.
QString firstModelIn(const QStringList& folders)
{
    for (const QString& folder : folders) {
        const QFileInfoList files =
            QDir(folder).entryInfoList({ QStringLiteral("SmolLM2*.gguf") }, QDir::Files | QDir::Readable, QDir::Name);
        if (!files.isEmpty())
            return files.constFirst().canonicalFilePath();
    }
    return {};
}

} // namespace

WorkbenchPaths WorkbenchPaths::ofUser()
{
    const QString config = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const QString program = QCoreApplication::applicationDirPath();
    const QStringList starters { data + QStringLiteral("/models"), program + QStringLiteral("/../share/cutaway/models"),
        program + QStringLiteral("/../../models") };
    return { config + QStringLiteral("/cutaway.ini"), data + QStringLiteral("/chats.sqlite"), firstModelIn(starters) };
}

Workbench::Workbench(std::unique_ptr<api::EngineService> service, WorkbenchPaths where)
    : paths(std::move(where))
    , settings(paths.settings)
    , store(paths.chats)
    , engine(std::move(service))
    , session(engine)
    , library(engine)
    , chat(engine, session, store, { chats, conversation })
{
    QObject::connect(&engine, &EngineController::snapshotReady, &profile, &ProfileStore::accept);
    QObject::connect(&library, &ModelLibrary::sourcesChanged, &library, [this] {
        settings.setModelFolders(library.folders());
        settings.setRecentModels(library.recentFiles());
    });
    QObject::connect(&session, &ModelSession::changed, &library, [this] {
        if (session.state() == ModelSession::State::loaded)
            library.addRecent(session.path());
    });
}

Workbench::~Workbench() { chat.keepUnfinished(); }

void Workbench::start()
{
    store.loadChats(&chat, [this](std::vector<Chat> loaded) { chats.reset(std::move(loaded)); });
    QStringList files = settings.recentModels();
    if (!paths.starterModel.isEmpty() && !files.contains(paths.starterModel))
        files.append(paths.starterModel);
    library.setSources(settings.modelFolders(), files);
}

} // namespace cutaway::ui
