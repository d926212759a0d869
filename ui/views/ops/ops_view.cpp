#include "ui/views/ops/ops_view.h"

#include "ui/bridge/model_session.h"
#include "ui/models/format.h"
#include "ui/models/node_text.h"
#include "ui/models/selection.h"
#include "ui/views/ops/op_filter.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metric_delegate.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

/// Steps that stand for "now" when none is selected.
constexpr std::size_t kLatest = 64;
constexpr int kLiveMs = 400;
constexpr int kSoonMs = 20;
constexpr int kRowHeight = 24;
constexpr int kNameWidth = 190;
constexpr int kNumberWidth = 92;

struct GroupName {
    OpGroup group;
    const char* name;
};
constexpr std::array kGroups { GroupName { OpGroup::role, QT_TRANSLATE_NOOP("cutaway::ui::OpsView", "Role in the block") },
    GroupName { OpGroup::op, QT_TRANSLATE_NOOP("cutaway::ui::OpsView", "Op") },
    GroupName { OpGroup::node, QT_TRANSLATE_NOOP("cutaway::ui::OpsView", "Node") },
    GroupName { OpGroup::layer, QT_TRANSLATE_NOOP("cutaway::ui::OpsView", "Layer") } };

} // namespace

OpsView::OpsView(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_filter(new OpFilter(this))
    , m_pages(new QStackedLayout(this))
    , m_empty(new EmptyState(context.theme, QStringLiteral("ops"), this))
    , m_table(new QTableView(this))
    , m_search(new QLineEdit(this))
    , m_group(new QComboBox(this))
    , m_summary(new QLabel(this))
{
    m_filter->setSourceModel(&m_model);
    makeTable();
    m_pages->addWidget(m_empty);
    m_pages->addWidget(makeContent());
    makeActions();
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &OpsView::summarizeNow);
    connect(&context.profile, &ProfileStore::changed, this, [this] { schedule(kLiveMs); });
    connect(&context.selection, &Selection::changed, this, [this](Selection::Parts parts) {
        if (parts & (Selection::Part::step | Selection::Part::range))
            schedule(kSoonMs);
        if (parts.testFlag(Selection::Part::node))
            showSelection();
    });
    connect(&context.session, &ModelSession::changed, this, &OpsView::refreshEmpty);
    connect(m_search, &QLineEdit::textChanged, m_filter, &OpFilter::setFilterText);
    connect(m_group, &QComboBox::currentIndexChanged, this, [this] { schedule(0); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OpsView::rowChosen);
    refreshEmpty();
}

QWidget* OpsView::makeContent()
{
    auto* content = new QWidget(this);
    m_search->setPlaceholderText(tr("Filter: gate, down, -quantise"));
    m_search->setToolTip(tr("Words with commas between them: a row needs one of them; a minus leaves rows out"));
    m_search->setAccessibleName(tr("Filter"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(m_context.theme.icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->setMaximumWidth(280);
    for (const GroupName& group : kGroups)
        m_group->addItem(tr(group.name));
    m_group->setAccessibleName(tr("Group by"));
    auto* groupLabel = new QLabel(tr("Group by"), content);
    groupLabel->setProperty("dim", true);
    groupLabel->setBuddy(m_group);
    m_summary->setProperty("secondary", true);

    auto* bar = new QHBoxLayout;
    bar->setSpacing(spacing::small);
    bar->addWidget(m_search, 1);
    bar->addSpacing(spacing::small);
    bar->addWidget(groupLabel);
    bar->addWidget(m_group);
    bar->addStretch(1);
    bar->addWidget(m_summary);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(spacing::large, spacing::small, spacing::large, spacing::small);
    layout->setSpacing(spacing::small);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);
    return content;
}

void OpsView::makeTable()
{
    m_table->setModel(m_filter);
    const auto familyColor = [this](const QModelIndex& index) {
        return m_context.theme.family(api::OpFamily(index.data(OpTableModel::familyRole).toInt()));
    };
    auto* delegate = new MetricDelegate(m_context.theme, familyColor, m_table);
    delegate->setShareColumn(OpTableModel::shareColumn);
    m_table->setItemDelegate(delegate);
    m_table->setAccessibleName(tr("Costs"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(OpTableModel::totalColumn, Qt::DescendingOrder);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setDefaultSectionSize(kNumberWidth);
    header->resizeSection(OpTableModel::nameColumn, kNameWidth);
    header->setSectionResizeMode(OpTableModel::nameColumn, QHeaderView::Stretch);
    header->setMinimumSectionSize(kNumberWidth / 2);
}

void OpsView::makeActions()
{
    auto* filter = new QAction(tr("Filter Ops"), this);
    filter->setShortcut(QKeySequence::Find);
    filter->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(filter, &QAction::triggered, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    addAction(filter);
}

void OpsView::setGroup(OpGroup group)
{
    for (std::size_t i = 0; i < kGroups.size(); ++i)
        if (kGroups[i].group == group)
            m_group->setCurrentIndex(int(i));
}

OpGroup OpsView::group() const { return kGroups[std::size_t(std::max(0, m_group->currentIndex()))].group; }

void OpsView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    schedule(0);
}

void OpsView::schedule(int milliseconds)
{
    if (!isVisible())
        return; // showEvent makes up for it
    if (!m_later.isActive() || m_later.remainingTime() > milliseconds)
        m_later.start(milliseconds);
}

std::vector<StepPtr> OpsView::chosenSteps(QString& name) const
{
    const auto all = m_context.profile.steps();
    const Selection& selection = m_context.selection;
    std::vector<StepPtr> chosen;
    if (selection.range()) {
        for (const StepPtr& step : all)
            if (step->startNs >= selection.range()->startNs && step->endNs <= selection.range()->endNs)
                chosen.push_back(step);
        name = tr("selected steps: %1").arg(chosen.size());
    } else if (const auto index = m_context.profile.indexOf(selection.step())) {
        chosen.push_back(all[*index]);
        name = stepLine(*chosen.front());
    } else if (!all.empty()) {
        const api::StepKind kind = all.back()->kind;
        for (std::size_t i = all.size(); i-- > 0 && chosen.size() < kLatest;)
            if (all[i]->kind == kind)
                chosen.push_back(all[i]);
        name = (kind == api::StepKind::decode ? tr("latest decode steps: %1") : tr("latest prefill steps: %1")).arg(chosen.size());
    }
    return chosen;
}

void OpsView::summarizeNow()
{
    m_pages->setCurrentIndex(m_context.profile.empty() ? 0 : 1);
    QString name;
    auto steps = chosenSteps(name);
    m_job.run(
        this,
        [steps = std::move(steps), group = group()](const std::atomic<bool>& cancelled) { return summarize(steps, group, cancelled); },
        [this, name](OpReport report) { showReport(std::move(report), name); });
}

void OpsView::showReport(OpReport report, const QString& steps)
{
    const double waits = report.wallNs > 0 ? report.waitNs / report.wallNs * 100 : 0;
    QStringList parts { steps };
    if (report.steps > 1)
        parts << formatDuration(std::int64_t(report.wallNs));
    if (report.steps > 0)
        parts << tr("waiting %1 %").arg(QString::number(waits, 'f', 1));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    m_model.setReport(std::move(report));
    showSelection();
}

/// The row that the selected node belongs to.
void OpsView::showSelection()
{
    const auto& node = m_context.selection.node();
    const auto plan = node ? m_context.profile.plan(node->plan) : nullptr;
    int found = -1;
    if (plan && node->index < plan->nodes.size()) {
        const QString name = groupName(group(), plan->nodes[node->index]);
        for (int i = 0; i < m_model.rowCount() && found < 0; ++i)
            if (m_model.row(i).name == name)
                found = i;
    }
    const QSignalBlocker quiet(m_table->selectionModel()); // the choice came from elsewhere
    const QModelIndex row = found < 0 ? QModelIndex() : m_filter->mapFromSource(m_model.index(found, 0));
    if (!row.isValid())
        m_table->clearSelection();
    else
        m_table->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->viewport()->update();
}

void OpsView::rowChosen()
{
    const QModelIndex index = m_filter->mapToSource(m_table->currentIndex());
    if (!index.isValid())
        return;
    const OpRow& row = m_model.row(index.row());
    if (row.plan != 0)
        m_context.selection.selectNode(Selection::Node { row.plan, row.node });
}

void OpsView::refreshEmpty()
{
    if (m_context.session.state() == ModelSession::State::empty)
        m_empty->setContent({}, tr("The cost of every op appears here: time, waits, bandwidth. Load a model to begin."),
            { { tr("Open Model…"), m_context.openModelFile } });
    else
        m_empty->setContent({}, tr("The cost of every op appears here: time, waits, bandwidth. Send a message to see it."),
            { { tr("Go to Chat"), [this] { m_context.showView(QStringLiteral("chat")); } } });
}

} // namespace cutaway::ui
