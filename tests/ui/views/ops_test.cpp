#include "ui/views/ops/ops_view.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"
#include "tests/support/view_stage.h"
#include "ui/views/ops/op_filter.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace cutaway;
using namespace cutaway::ui;
using test::ViewStage;

namespace {

struct Shown {
    explicit Shown(ViewStage& stage) : view(stage.context)
    {
        view.resize(900, 300);
        view.show();
    }
    QTableView& table() { return *view.findChild<QTableView*>(); }
    bool hasRows(int count)
    {
        return ViewStage::waitFor([&] { return view.model().rowCount() == count; });
    }
    QString selectedName()
    {
        const auto rows = table().selectionModel()->selectedRows();
        return rows.isEmpty() ? QString() : rows.first().data().toString();
    }
    OpsView view;
};

} // namespace

TEST_CASE("the op table opens empty and offers the action")
{
    ViewStage stage;
    Shown shown(stage);
    auto* button = shown.view.findChild<QPushButton*>();
    REQUIRE(button->isVisible());
    button->click();
    CHECK(stage.openRequests == 1);
    CHECK(shown.view.model().rowCount() == 0);
}

TEST_CASE("the op table is about the latest steps, the selected step or the selected range")
{
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 100, .layers = 2 }));
    Shown shown(stage);
    const auto steps = stage.profile.steps();
    const auto summarized = [&](std::size_t count) {
        return ViewStage::waitFor([&] { return shown.view.model().report().steps == count; });
    };
    CHECK(summarized(64));
    stage.selection.selectStep(steps[3]->id);
    CHECK(summarized(1));
    stage.selection.selectRange(Selection::Range { steps[10]->startNs, steps[19]->endNs });
    CHECK(summarized(10));
}

TEST_CASE("rows and nodes are selected together")
{
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 10, .layers = 3 }));
    Shown shown(stage);
    REQUIRE(shown.hasRows(22)); // 18 roles, 3 outside of layers, sampling
    const api::PlanInfo& plan = *stage.profile.steps().back()->plan;
    for (std::uint32_t node = 0; node < plan.nodes.size(); ++node)
        if (plan.nodes[node].name == "blk.1.ffn_down")
            stage.selection.selectNode(Selection::Node { plan.id, node });
    CHECK(shown.selectedName() == QStringLiteral("ffn_down"));
    shown.view.setGroup(OpGroup::layer);
    REQUIRE(shown.hasRows(6)); // 3 layers, embedding, output, sampling
    CHECK(shown.selectedName() == QStringLiteral("blk 1"));

    shown.view.setGroup(OpGroup::node);
    REQUIRE(shown.hasRows(58));
    shown.table().selectRow(0);
    REQUIRE(stage.selection.node());
    CHECK(QString::fromStdString(plan.nodes[stage.selection.node()->index].name) == shown.selectedName());
}

TEST_CASE("the filter keeps rows with one of the words and none of those with a minus")
{
    OpReport report;
    for (const auto& [name, layer] :
        { std::pair("ffn_gate_up", -1), { "ffn_down", -1 }, { "attn_quantise", -1 }, { "blk 10", 10 }, { "blk 2", 2 } })
        report.rows.push_back({ .name = QString::fromLatin1(name), .layer = layer, .totalNs = double(report.rows.size()) });
    OpTableModel model;
    model.setReport(report);
    OpFilter filter;
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    filter.setSourceModel(&model);
    const auto count = [&](const char* text) {
        filter.setFilterText(QString::fromLatin1(text));
        return filter.rowCount();
    };
    CHECK(count("") == 5);
    CHECK(count("FFN") == 2);
    CHECK(count("down, quantise") == 2);
    CHECK(count("-quantise, -blk") == 2);
    CHECK(count("ffn, -gate") == 1);
    CHECK(count(" - , ,") == 5);

    filter.sort(OpTableModel::nameColumn, Qt::AscendingOrder);
    CHECK(filter.index(0, 0).data().toString() == QStringLiteral("attn_quantise"));
    CHECK(filter.index(3, 0).data().toString() == QStringLiteral("blk 2"));
    CHECK(filter.index(4, 0).data().toString() == QStringLiteral("blk 10"));
    filter.sort(OpTableModel::totalColumn, Qt::DescendingOrder);
    CHECK(filter.index(0, 0).data().toString() == QStringLiteral("blk 2"));
}

TEST_CASE("the op table may close while it is being summarized")
{
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 200 }));
    for (int i = 0; i < 10; ++i) {
        Shown shown(stage);
        stage.selection.selectRange(Selection::Range { stage.profile.extent().from, stage.profile.extent().to - i });
        ViewStage::waitFor([] { return false; }, 5 * i);
    }
    SUCCEED();
}
