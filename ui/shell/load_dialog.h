#pragma once
#include "engine/api/values.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace cutaway::ui {

class EngineController;

/// The settings of a load, with the memory that they take, shown before anything is read.
class LoadDialog : public QDialog {
    Q_OBJECT

public:
    LoadDialog(EngineController& engine, const QString& path, const api::LoadOptions& options, QWidget* parent = nullptr);
    api::LoadOptions options() const;

private:
    void makeForm();
    void plan();
    void showPlan(const api::MemoryPlan& plan);

    EngineController& m_engine;
    QString m_path;
    api::LoadOptions m_start;
    QSpinBox* m_context = nullptr;
    QSpinBox* m_threads = nullptr;
    QComboBox* m_kv = nullptr;
    QLabel* m_sentence = nullptr;
    QPushButton* m_load = nullptr;
    QTimer m_planTimer;
    std::uint64_t m_planNumber = 0;
};

} // namespace cutaway::ui
