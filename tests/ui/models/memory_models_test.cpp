#include "ui/models/buffer_table_model.h"
#include "ui/models/kv_history.h"

#include "tests/support/catch.h"

#include <QAbstractItemModelTester>

using namespace cutaway;
using namespace cutaway::ui;

TEST_CASE("the buffer table shows predicted and actual bytes")
{
    BufferTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setBuffers(
        { { "cpu", "weights", api::BufferKind::weights, 94u << 20, 0 }, { "cpu", "KV", api::BufferKind::kv, 90u << 20, 90u << 20 } });
    REQUIRE(model.rowCount() == 2);
    CHECK(model.index(0, BufferTableModel::predictedColumn).data().toString() == QStringLiteral("94.0\u00a0MiB"));
    CHECK(model.index(0, BufferTableModel::actualColumn).data().toString() == QStringLiteral("–"));
    CHECK(model.index(1, BufferTableModel::actualColumn).data(BufferTableModel::sortRole).toULongLong() == 90u << 20);
    CHECK(model.index(1, BufferTableModel::kindColumn).data().toString() == QStringLiteral("KV cache"));
    CHECK(model.index(1, 0).data(BufferTableModel::kindRole).toInt() == int(api::BufferKind::kv));
}

TEST_CASE("the KV history leaves out what stands still and stays bounded")
{
    KvHistory history(100);
    for (int i = 0; i < 10; ++i)
        history.add(1'000 + i, 5);
    REQUIRE(history.points().size() == 2);
    CHECK(history.points().front().ns == 0);
    CHECK(history.points().back().ns == 9);
    for (int i = 0; i < 10'000; ++i)
        history.add(2'000 + i, i);
    CHECK(history.points().size() <= 100);
    CHECK(history.points().front().ns == 0);
    CHECK(history.points().back().positions == 9'999);
    for (std::size_t i = 1; i < history.points().size(); ++i)
        REQUIRE(history.points()[i].ns > history.points()[i - 1].ns);
    history.clear();
    CHECK(history.points().empty());
}
