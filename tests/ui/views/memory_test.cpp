#include "ui/views/memory/memory_view.h"

#include "tests/support/catch.h"
#include "tests/support/view_stage.h"
#include "ui/models/format.h"
#include "ui/models/model_list_model.h"
#include "ui/views/placement/placement_view.h"

#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>

using namespace cutaway;
using namespace cutaway::ui;
using test::ViewStage;

namespace {

bool hasText(const QWidget& view, const QString& text)
{
    const auto labels = view.findChildren<QLabel*>();
    return std::any_of(
        labels.begin(), labels.end(), [&](const QLabel* label) { return label->isVisible() && label->text().contains(text); });
}

QPushButton* buttonNamed(const QWidget& view, const QString& text)
{
    for (QPushButton* button : view.findChildren<QPushButton*>())
        if (button->text() == text)
            return button;
    return nullptr;
}

} // namespace

TEST_CASE("the memory view opens empty, then shows the loaded model and how its KV cache fills")
{
    ViewStage stage;
    MemoryView view(stage.context);
    view.resize(400, 700);
    view.show();
    REQUIRE(view.findChild<QPushButton*>()->isVisible());
    view.findChild<QPushButton*>()->click();
    CHECK(stage.openRequests == 1);

    REQUIRE(stage.load());
    CHECK(ViewStage::waitFor([&] { return hasText(view, QStringLiteral("actual")); }));
    const auto& memory = stage.session.model()->memory;
    auto* table = view.findChild<QTableView*>();
    CHECK(table->model()->rowCount() == int(memory.buffers.size()));
    CHECK(table->isColumnHidden(BufferTableModel::deviceColumn)); // one device only

    stage.engine.submit(api::Generate { .text = "Why?" });
    REQUIRE(ViewStage::waitFor([&] { return stage.engine.status().kvUsed > 0; }));
    REQUIRE_FALSE(view.history().points().empty());
    CHECK(ViewStage::waitFor([&] { return view.history().points().back().positions == stage.engine.status().kvUsed; }));
    CHECK(hasText(view, QStringLiteral("cells")));

    stage.session.unload();
    REQUIRE(ViewStage::waitFor([&] { return stage.session.state() == ModelSession::State::empty; }));
    CHECK(view.history().points().empty());
}

TEST_CASE("a context size shows its memory before it is loaded, and is loaded on request")
{
    ViewStage stage;
    PlacementView view(stage.context);
    view.resize(400, 500);
    view.show();
    REQUIRE(stage.load());
    auto* size = view.findChild<QSpinBox*>();
    QPushButton* reload = buttonNamed(view, QStringLiteral("Reload with This Context"));
    REQUIRE(reload);
    CHECK(size->value() == stage.session.model()->context);
    CHECK_FALSE(reload->isEnabled());
    CHECK_FALSE(reload->toolTip().isEmpty());
    const api::DevicePlan& device = stage.session.model()->memory.devices.front();
    const QString before = ModelListModel::fitText(stage.session.model()->memory.fit) % QStringLiteral(" · ")
        % QStringLiteral("%1 on CPU, %2 free").arg(formatBytes(device.total), formatBytes(device.free));
    CHECK(hasText(view, before));

    size->setValue(8'192);
    CHECK(ViewStage::waitFor([&] { return reload->isEnabled(); }));
    CHECK_FALSE(hasText(view, before));
    reload->click();
    CHECK(ViewStage::waitFor([&] { return stage.session.model() && stage.session.model()->context == 8'192; }));
    CHECK(stage.service->loaded().back().options.context == 8'192);
}

TEST_CASE("one device holds every layer, and nothing pretends that they could be moved")
{
    ViewStage stage;
    PlacementView view(stage.context);
    view.show();
    REQUIRE(stage.load());
    REQUIRE(ViewStage::waitFor([&] { return hasText(view, QStringLiteral("30 of 30 layers")); }));
    const auto sliders = view.findChildren<QSlider*>();
    REQUIRE(sliders.size() == 1); // of the context
    CHECK(sliders.front()->isEnabled());
}
