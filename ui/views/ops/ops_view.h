#pragma once
#include "ui/models/background_job.h"
#include "ui/models/op_table_model.h"
#include "ui/views/view_context.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QTableView;

namespace cutaway::ui {

class EmptyState;
class OpFilter;

/// Costs by op, role, node or layer: of the selected steps, or of the latest ones of a kind.
class OpsView : public QWidget {
    Q_OBJECT
public:
    explicit OpsView(ViewContext& context, QWidget* parent = nullptr);

    const OpTableModel& model() const { return m_model; }
    void setGroup(OpGroup group);

protected:
    void showEvent(QShowEvent* event) override;

private:
    OpGroup group() const;
    QWidget* makeContent();
    void makeTable();
    void makeActions();
    /// Summarizes soon; several calls at once count as one.
    void schedule(int milliseconds);
    void summarizeNow();
    /// The steps that the table is about, and how to call them.
    std::vector<StepPtr> chosenSteps(QString& name) const;
    void showReport(OpReport report, const QString& steps);
    void showSelection();
    void rowChosen();
    void refreshEmpty();

    ViewContext& m_context;
    OpTableModel m_model;
    OpFilter* m_filter;
    QStackedLayout* m_pages;
    EmptyState* m_empty;
    QTableView* m_table;
    QLineEdit* m_search;
    QComboBox* m_group;
    QLabel* m_summary;
    QTimer m_later;
    BackgroundJob m_job;
};

} // namespace cutaway::ui
