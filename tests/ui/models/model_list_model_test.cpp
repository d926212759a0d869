#include "tests/support/catch.h"
#include "ui/models/model_list_model.h"

#include <QAbstractItemModelTester>

using namespace cutaway;
using ui::ModelListModel;

namespace {

api::ModelCard card(const char* path, const char* name)
{
    api::ModelCard c;
    c.path = path;
    c.fileName = name;
    c.architecture = "llama";
    c.type = "Q4_1";
    c.parameters = 134'515'008;
    c.sizeBytes = 98'400'000;
    return c;
}

} // namespace

TEST_CASE("models stand once each, by name, with a line of facts")
{
    ModelListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.put(card("/m/b.gguf", "beta"));
    model.put(card("/m/a.gguf", "Alpha"));
    model.put(card("/m/c.gguf", "gamma"));
    model.put(card("/m/b.gguf", "beta"));
    REQUIRE(model.rowCount() == 3);
    CHECK(model.at(0).fileName == "Alpha");
    model.put(card("/m/a.gguf", "zeta")); // the same file, found to have another name
    REQUIRE(model.rowCount() == 3);
    CHECK(model.at(2).fileName == "zeta");
    CHECK(ModelListModel::detail(model.at(0)) == QStringLiteral("llama · 135 M · Q4_1 · 93.8\u00a0MiB"));

    model.setLoaded(QStringLiteral("/m/c.gguf"));
    CHECK(model.data(model.index(model.rowOf(QStringLiteral("/m/c.gguf"))), ModelListModel::LoadedRole).toBool());
    model.retain({ "/m/c.gguf" });
    CHECK(model.rowCount() == 1);
}

TEST_CASE("a file that cannot be used says why in its tooltip and carries no fit mark")
{
    ModelListModel model;
    api::ModelCard bad = card("/m/x.gguf", "x");
    bad.fit = api::Fit::fits;
    bad.problem = "architecture 'zebra' is not supported";
    model.put(bad);
    CHECK(model.data(model.index(0), Qt::ToolTipRole).toString().contains(QStringLiteral("zebra")));
    CHECK(model.data(model.index(0), ModelListModel::FitRole).toInt() == int(api::Fit::unknown));
}
