#include "ui/views/timeline/profile_export.h"

#include "ui/bridge/engine_controller.h"
#include "ui/models/format.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace cutaway::ui {
namespace {

QString suffixOf(api::ProfileFormat format)
{
    switch (format) {
    case api::ProfileFormat::chrome: return QStringLiteral("json");
    case api::ProfileFormat::csv: return QStringLiteral("csv");
    case api::ProfileFormat::native: return QStringLiteral("cutprof");
    }
    return {};
}

} // namespace

ProfileExport::ProfileExport(EngineController& engine, QWidget* window) : QObject(window), m_engine(engine), m_window(window) {}

void ProfileExport::ask(api::ProfileFormat format)
{
    if (m_dialog)
        return m_dialog->raise();
    const QString suffix = suffixOf(format);
    m_dialog = new QFileDialog(m_window, tr("Export the profile"), QDir::homePath() % QStringLiteral("/profile.") % suffix,
        format == api::ProfileFormat::csv ? tr("Tables (*.csv)") : tr("Chrome traces (*.json)"));
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setAcceptMode(QFileDialog::AcceptSave);
    m_dialog->setDefaultSuffix(suffix);
    connect(m_dialog, &QFileDialog::fileSelected, this, [this, format](const QString& path) { write(path, format); });
    m_dialog->open();
}

void ProfileExport::write(const QString& path, api::ProfileFormat format)
{
    m_engine.submit(api::ExportProfile { path.toStdString(), format }, this,
        { .finished =
                [this](const api::Answer& answer) {
                    const auto& done = std::get<api::ExportDone>(answer);
                    emit saved(tr("Saved %1, %2").arg(QFileInfo(QString::fromStdString(done.path)).fileName(), formatBytes(done.bytes)));
                },
            .failed = [this](const base::Error& error) { emit failed(QString::fromStdString(error.message)); } });
}

} // namespace cutaway::ui
