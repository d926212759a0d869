#pragma once
#include "ui/models/model_list_model.h"

#include <QObject>
#include <QStringList>

#include <string>
#include <vector>

namespace cutaway::ui {

class EngineController;

/// Which model files the window knows: folders that are looked through in the background, and files opened by hand.
class ModelLibrary : public QObject {
    Q_OBJECT

public:
    explicit ModelLibrary(EngineController& engine, QObject* parent = nullptr);

    ModelListModel& models() { return m_models; }
    const QStringList& folders() const { return m_folders; }
    const QStringList& recentFiles() const { return m_recent; } ///< the newest first
    void setSources(const QStringList& folders, const QStringList& recentFiles);
    void addFolder(const QString& folder);
    void removeFolder(const QString& folder);
    /// Puts the file at the top of the recent ones.
    void addRecent(const QString& file);
    /// Out of the list; the file itself stays. A file inside a listed folder comes back with the next scan.
    void forget(const QString& file);
    void rescan();
    bool isScanning() const { return m_scanning; }

signals:
    void sourcesChanged();  ///< folders or recent files: to be saved
    void scanningChanged();

private:
    EngineController& m_engine;
    ModelListModel m_models;
    QStringList m_folders;
    QStringList m_recent;
    std::vector<std::string> m_found; ///< by the scan under way
    std::uint64_t m_scanNumber = 0;
    bool m_scanning = false;
};

} // namespace cutaway::ui
