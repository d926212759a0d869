#include "ui/bridge/model_library.h"

#include "ui/bridge/engine_controller.h"

#include <QFileInfo>

namespace cutaway::ui {
namespace {

constexpr qsizetype kRecentKept = 12;

std::vector<std::string> toStd(const QStringList& list)
{
    std::vector<std::string> result;
    for (const QString& item : list)
        result.push_back(item.toStdString());
    return result;
}

} // namespace

ModelLibrary::ModelLibrary(EngineController& engine, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
{
}

void ModelLibrary::setSources(const QStringList& folders, const QStringList& recentFiles)
{
    m_folders = folders;
    m_recent = recentFiles;
    rescan();
}

void ModelLibrary::addFolder(const QString& folder)
{
    const QString path = QFileInfo(folder).absoluteFilePath();
    if (m_folders.contains(path))
        return;
    m_folders.append(path);
    emit sourcesChanged();
    rescan();
}

void ModelLibrary::removeFolder(const QString& folder)
{
    if (m_folders.removeAll(folder) == 0)
        return;
    emit sourcesChanged();
    rescan();
}

void ModelLibrary::addRecent(const QString& file)
{
    m_recent.removeAll(file);
    m_recent.prepend(file);
    while (m_recent.size() > kRecentKept)
        m_recent.removeLast();
    emit sourcesChanged();
    if (!m_models.find(file))
        rescan();
}

void ModelLibrary::forget(const QString& file)
{
    m_models.remove(file);
    if (m_recent.removeAll(file) > 0)
        emit sourcesChanged();
}

void ModelLibrary::rescan()
{
    const std::uint64_t number = ++m_scanNumber;
    m_found.clear();
    const auto end = [this, number](bool complete) {
        if (number != m_scanNumber)
            return;
        if (complete)
            m_models.retain(m_found);
        m_scanning = false;
        emit scanningChanged();
    };
    m_scanning = true;
    emit scanningChanged();
    m_engine.submit(api::ScanModels { toStd(m_folders), toStd(m_recent) }, this,
        { .modelFound = [this, number](const api::ModelCard& card) {
             if (number != m_scanNumber)
                 return;
             m_found.push_back(card.path);
             m_models.put(card);
         },
            .finished = [end](const api::Answer&) { end(true); },
            .failed = [end](const base::Error&) { end(false); },
            .cancelled = [end] { end(false); } });
}

} // namespace cutaway::ui
