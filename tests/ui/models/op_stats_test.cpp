#include "ui/models/op_stats.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"
#include "ui/models/node_text.h"
#include "ui/models/op_table_model.h"

#include <QAbstractItemModelTester>

#include <numeric>

using namespace cutaway;
using namespace cutaway::ui;

namespace {

const std::atomic<bool> kGoOn = false;

std::shared_ptr<const api::PlanInfo> twoLayers()
{
    auto plan = std::make_shared<api::PlanInfo>();
    plan->id = 7;
    plan->nodes = { { "blk.0.attn_norm", "rms_norm", "attention", "F32", api::OpFamily::norm, 0 },
        { "blk.0.ffn_gate_up", "linear", "ffn", "Q4_1", api::OpFamily::activation, 0 },
        { "blk.1.ffn_gate_up", "linear", "ffn", "Q4_1", api::OpFamily::activation, 1 },
        { "output", "linear", "output", "Q8_0", api::OpFamily::matmul } };
    return plan;
}

/// Two lanes; the wall time of 200 ns is fully taken on each.
StepPtr smallStep(const std::shared_ptr<const api::PlanInfo>& plan, std::int64_t start)
{
    using api::EventKind;
    auto step = std::make_shared<api::StepRecord>();
    step->plan = plan;
    step->startNs = start;
    step->endNs = start + 200;
    const auto at = [&](std::int64_t from, std::int64_t to, std::uint32_t node, std::uint16_t lane, EventKind kind, std::uint64_t bytes = 0,
                        std::uint64_t flops = 0) { step->events.push_back({ start + from, start + to, node, lane, kind, bytes, flops }); };
    at(0, 20, 0, 0, EventKind::node);
    at(20, 100, 1, 0, EventKind::node, 400, 800);
    at(100, 200, 2, 0, EventKind::node, 400, 800);
    at(0, 10, 0, 1, EventKind::node);
    at(10, 80, 1, 1, EventKind::node, 500, 1'000);
    at(80, 100, 0, 1, EventKind::wait);
    at(100, 190, 2, 1, EventKind::node, 500, 1'000);
    at(190, 200, 0, 1, EventKind::wait);
    at(210, 260, 0, 2, EventKind::sample);
    return step;
}

const OpRow& rowNamed(const OpReport& report, const char* name)
{
    const auto found =
        std::find_if(report.rows.begin(), report.rows.end(), [&](const OpRow& row) { return row.name == QLatin1String(name); });
    REQUIRE(found != report.rows.end());
    return *found;
}

} // namespace

TEST_CASE("times of a role add up over layers, lanes and steps")
{
    const auto plan = twoLayers();
    const std::vector<StepPtr> steps { smallStep(plan, 0), smallStep(plan, 1'000) };
    const OpReport report = summarize(steps, OpGroup::role, kGoOn);
    CHECK(report.steps == 2);
    CHECK(report.wallNs == 2 * (200 + 50)); // sampling followed the step
    CHECK(report.waitNs == 2 * 15);
    REQUIRE(report.rows.size() == 3);

    const OpRow& gateUp = rowNamed(report, "ffn_gate_up");
    CHECK(&gateUp == &report.rows.front());
    CHECK(gateUp.selfNs == 2 * (75 + 95));
    CHECK(gateUp.totalNs == 2 * (85 + 100));
    CHECK(gateUp.count == 4);
    CHECK(gateUp.p50Ns == 90);
    CHECK(gateUp.p99Ns == 100);
    CHECK(gateUp.bytesPerSecond == Approx(4 * 900 / 380e-9));
    CHECK(gateUp.flopsPerSecond == Approx(4 * 1'800 / 380e-9));
    CHECK(gateUp.share == Approx(370.0 / 500));
    CHECK(gateUp.family == api::OpFamily::activation);
    CHECK(gateUp.plan == 7);
    CHECK(gateUp.node == 1);

    CHECK(rowNamed(report, "attn_norm").selfNs == 2 * 15);
    CHECK(rowNamed(report, "sampling").totalNs == 2 * 50);
}

TEST_CASE("the other groups hold the same time")
{
    const std::vector<StepPtr> steps { smallStep(twoLayers(), 0) };
    const OpReport ops = summarize(steps, OpGroup::op, kGoOn);
    CHECK(rowNamed(ops, "linear").selfNs == 170);
    const OpReport nodes = summarize(steps, OpGroup::node, kGoOn);
    CHECK(rowNamed(nodes, "blk.1.ffn_gate_up").selfNs == 95);
    CHECK(rowNamed(nodes, "blk.1.ffn_gate_up").layer == 1);
    const OpReport layers = summarize(steps, OpGroup::layer, kGoOn);
    CHECK(rowNamed(layers, "blk 0").count == 2);
    CHECK(rowNamed(layers, "blk 0").selfNs == 90);
}

TEST_CASE("nodes and the waits after them make up the wall time")
{
    const auto profile = test::sampleProfile({ .steps = 5, .layers = 4 });
    double wall = 0;
    for (const StepPtr& step : profile->steps)
        wall += double(step->endNs - step->startNs);
    for (const OpGroup group : { OpGroup::role, OpGroup::op, OpGroup::node, OpGroup::layer }) {
        const OpReport report = summarize(profile->steps, group, kGoOn);
        const double total = std::accumulate(report.rows.begin(), report.rows.end(), 0.0,
            [](double sum, const OpRow& row) { return row.family == api::OpFamily::sampling ? sum : sum + row.totalNs; });
        CHECK(total == Approx(wall).epsilon(0.001));
    }
}

TEST_CASE("summarizing stops when it is cancelled")
{
    const auto profile = test::sampleProfile({ .steps = 3, .layers = 1 });
    CHECK(summarize(profile->steps, OpGroup::role, true).rows.empty());
    CHECK(summarize({}, OpGroup::role, kGoOn).rows.empty());
}

TEST_CASE("the op table is a proper model and keeps rows of the same name in place")
{
    OpTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto plan = twoLayers();
    const std::vector<StepPtr> one { smallStep(plan, 0) };
    const std::vector<StepPtr> two { smallStep(plan, 0), smallStep(plan, 500) };
    model.setReport(summarize(one, OpGroup::role, kGoOn));
    REQUIRE(model.rowCount() == 3);
    int resets = 0;
    QObject::connect(&model, &QAbstractItemModel::modelReset, [&] { ++resets; });
    model.setReport(summarize(two, OpGroup::role, kGoOn));
    CHECK(resets == 0);
    CHECK(model.index(0, OpTableModel::countColumn).data().toString() == QStringLiteral("4"));
    CHECK(model.index(0, OpTableModel::bandwidthColumn).data().toString() == QStringLiteral("9.5"));
    CHECK(model.index(0, OpTableModel::nameColumn).data(OpTableModel::familyRole).toInt() == int(api::OpFamily::activation));
    model.setReport(summarize(two, OpGroup::layer, kGoOn));
    CHECK(resets == 1);
    model.setReport({});
    CHECK(model.rowCount() == 0);
    for (int column = 0; column < model.columnCount(); ++column)
        CHECK_FALSE(model.headerData(column, Qt::Horizontal).toString().isEmpty());
}

TEST_CASE("names of nodes for people")
{
    const auto node = [](const char* name, int layer) { return api::NodeInfo { .name = name, .layer = layer }; };
    CHECK(roleName(node("blk.12.ffn_gate_up", 12)) == QStringLiteral("ffn_gate_up"));
    CHECK(barLabel(node("blk.12.ffn_gate_up", 12)) == QStringLiteral("gate up"));
    CHECK(barLabel(node("blk.0.attn_qkv", 0)) == QStringLiteral("q k v"));
    CHECK(barLabel(node("blk.0.attn", 0)) == QStringLiteral("attn"));
    CHECK(barLabel(node("output_norm", -1)) == QStringLiteral("output norm"));
    CHECK(nodeTitle(node("blk.12.ffn_gate_up", 12)) == QStringLiteral("gate up · blk 12"));
}

TEST_CASE("the detail line names cost and the nearer roof")
{
    const api::NodeInfo node { .name = "blk.12.ffn_gate_up", .dtype = "Q4_1", .layer = 12 };
    const NodeCost cost { 0, 410'000, 9'348'000, 30'000'000, 2 };
    CHECK(detailLine(node, cost, { 34e9, 180e9 })
        == QStringLiteral("gate up · blk 12 · Q4_1 · 410 µs · 22.8 GB/s · 67 % of roof · memory bound"));
    CHECK(detailLine(node, cost, { 34e9, 0 }) == QStringLiteral("gate up · blk 12 · Q4_1 · 410 µs · 22.8 GB/s · 67 % of roof"));
    CHECK(detailLine(node, {}, {}) == QStringLiteral("gate up · blk 12 · Q4_1"));
    CHECK(roofShare(cost, { 34e9, 80e9 })->memory == false);
}
