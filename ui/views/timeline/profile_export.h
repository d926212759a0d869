#pragma once
#include "engine/api/engine_service.h"

#include <QObject>
#include <QPointer>
#include <QString>

class QFileDialog;
class QWidget;

namespace cutaway::ui {

class EngineController;

/// Asks for a file and has the engine write the recorded steps to it. Nothing blocks: the dialogue is open beside the window's own work.
class ProfileExport : public QObject {
    Q_OBJECT
public:
    ProfileExport(EngineController& engine, QWidget* window);

    void ask(api::ProfileFormat format);
    void write(const QString& path, api::ProfileFormat format);

signals:
    void saved(const QString& sentence);
    void failed(const QString& sentence);

private:
    EngineController& m_engine;
    QWidget* m_window;
    QPointer<QFileDialog> m_dialog;
};

} // namespace cutaway::ui
