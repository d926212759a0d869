#include "ui/views/timeline/timeline_view.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"
#include "tests/support/view_stage.h"
#include "ui/models/node_text.h"
#include "ui/views/timeline/step_strip.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_panel.h"
#include "ui/widgets/empty_state.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QTest>
#include <QWheelEvent>

using namespace cutaway;
using namespace cutaway::ui;
using test::ViewStage;

namespace {

constexpr const char* kNoScreen = "no display with OpenGL";

/// The view in a window of its own, painted once.
struct Shown {
    explicit Shown(ViewStage& stage) : view(stage.context)
    {
        view.resize(1'000, 320);
        view.show();
        if (!stage.profile.empty())
            ViewStage::waitFor([&] { return canvas().paintCount() > 1 && strip().paintCount() > 0; });
        view.activateWindow();
        canvas().setFocus();
        ViewStage::waitFor([] { return false; }, 100);
    }
    TimelineCanvas& canvas() const { return view.panel()->canvas(); }
    StepStrip& strip() const { return view.panel()->strip(); }
    void press(int key) { QTest::keyClick(&canvas(), Qt::Key(key)); }
    void wheel(QPointF at, int turns, Qt::KeyboardModifiers modifiers = {})
    {
        QWheelEvent event(at, canvas().mapToGlobal(at), {}, QPoint(0, turns * 120), Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas(), &event);
    }

    TimelineView view;
};

QString emptyText(const QWidget& view)
{
    for (const QLabel* label : view.findChildren<QLabel*>())
        if (label->isVisible() && label->wordWrap())
            return label->text();
    return {};
}

} // namespace

TEST_CASE("the timeline opens empty, says what will appear and offers the action")
{
    ViewStage stage;
    TimelineView view(stage.context);
    view.show();
    CHECK_FALSE(emptyText(view).isEmpty());
    auto* button = view.findChild<EmptyState*>()->findChild<QPushButton*>();
    REQUIRE(button->isVisible());
    button->click();
    if (!view.panel()) { // no OpenGL: the same numbers are elsewhere
        CHECK(stage.shownView == QStringLiteral("ops"));
        return;
    }
    CHECK(stage.openRequests == 1);
    REQUIRE(stage.load());
    button->click();
    CHECK(stage.shownView == QStringLiteral("chat"));
    CHECK(view.panel()->canvas().minimumSizeHint().isValid());
}

TEST_CASE("canvases paint when something changed and never else")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP(kNoScreen);
    ViewStage stage;
    const auto profile = test::sampleProfile({ .steps = 10 });
    stage.profile.accept(profile);
    Shown shown(stage);
    REQUIRE(shown.canvas().paintCount() > 0);
    const auto lanes = shown.canvas().paintCount();
    const auto strip = shown.strip().paintCount();
    ViewStage::waitFor([] { return false; }, 300);
    CHECK(shown.canvas().paintCount() == lanes);
    CHECK(shown.strip().paintCount() == strip);
    stage.profile.accept(test::withNextStep(*profile));
    CHECK(ViewStage::waitFor([&] { return shown.canvas().paintCount() > lanes && shown.strip().paintCount() > strip; }));
    ViewStage::waitFor([] { return false; }, 200);
    CHECK(shown.canvas().paintCount() <= lanes + 2);
}

TEST_CASE("a canvas survives the move to another window")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP(kNoScreen);
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 3 }));
    Shown shown(stage);
    const QColor before = shown.canvas().grabFramebuffer().pixelColor(400, 20);
    QWidget other;
    other.resize(900, 300);
    const auto painted = shown.canvas().paintCount();
    shown.view.setParent(&other);
    shown.view.show();
    other.show();
    REQUIRE(ViewStage::waitFor([&] { return shown.canvas().paintCount() > painted; }));
    CHECK(shown.canvas().grabFramebuffer().pixelColor(400, 20).isValid());
    CHECK(before.isValid());
    shown.view.setParent(nullptr);
}

TEST_CASE("the newest step is followed until a step is chosen, and zooming goes on following")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP(kNoScreen);
    ViewStage stage;
    auto profile = test::sampleProfile({ .steps = 10 });
    stage.profile.accept(profile);
    Shown shown(stage);
    TimelineCanvas& canvas = shown.canvas();
    CHECK(canvas.step()->id == 10);

    shown.wheel({ 500, 50 }, 3);
    const std::int64_t span = canvas.visibleTime().span();
    const std::int64_t offset = canvas.visibleTime().from - canvas.step()->startNs;
    CHECK(canvas.following());
    profile = test::withNextStep(*profile);
    stage.profile.accept(profile);
    CHECK(canvas.step()->id == 11);
    CHECK(canvas.visibleTime().span() == span);
    CHECK(canvas.visibleTime().from - canvas.step()->startNs == offset);

    shown.press(Qt::Key_PageUp);
    CHECK(stage.selection.step() == 10);
    CHECK_FALSE(canvas.following());
    stage.profile.accept(test::withNextStep(*profile));
    CHECK(canvas.step()->id == 10);
    shown.press(Qt::Key_End);
    CHECK(canvas.following());
    CHECK(canvas.step()->id == 12);
}

TEST_CASE("keys move among nodes, zoom and clear")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP(kNoScreen);
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 4 }));
    Shown shown(stage);
    TimelineCanvas& canvas = shown.canvas();
    const TimeRange whole = canvas.visibleTime();
    shown.press(Qt::Key_Period);
    REQUIRE(stage.selection.node());
    CHECK(stage.selection.node()->index == 0);
    shown.press(Qt::Key_Period);
    CHECK(stage.selection.node()->index == 1);
    shown.press(Qt::Key_Comma);
    CHECK(stage.selection.node()->index == 0);

    shown.press(Qt::Key_F);
    const NodeCost cost = nodeCost(*canvas.step(), 0);
    CHECK(canvas.visibleTime().contains(cost.startNs));
    CHECK(canvas.visibleTime().span() <= 3 * cost.elapsedNs() + 2);
    shown.press(Qt::Key_F);
    CHECK(canvas.visibleTime() == whole);

    shown.press(Qt::Key_W);
    CHECK(canvas.visibleTime().span() < whole.span());
    shown.press(Qt::Key_D);
    shown.press(Qt::Key_Escape);
    CHECK(canvas.following());
    CHECK_FALSE(stage.selection.node());
}

TEST_CASE("a click selects, a drag measures, the wheel zooms at the pointer")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP(kNoScreen);
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 4, .layers = 1, .promptTokens = 0 }));
    Shown shown(stage);
    TimelineCanvas& canvas = shown.canvas();
    const api::StepRecord& step = *canvas.step();
    // The output projection is most of a step with one layer.
    const auto output = std::uint32_t(step.plan->nodes.size() - 1);
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, { 500, 20 });
    REQUIRE(stage.selection.node());
    CHECK(stage.selection.node()->index == output);
    CHECK(shown.view.panel()->detail().startsWith(barLabel(step.plan->nodes[output])));
    CHECK(stage.selection.step() == step.id);

    QTest::mousePress(&canvas, Qt::LeftButton, {}, { 300, 20 });
    QTest::mouseMove(&canvas, { 500, 22 });
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, { 500, 22 });
    REQUIRE(canvas.measured());
    const double width = double(canvas.width());
    CHECK(double(canvas.measured()->span()) == Approx(double(canvas.visibleTime().span()) * 200 / width).epsilon(0.15));

    const TimeRange before = canvas.visibleTime();
    shown.wheel({ 500, 20 }, 4);
    const TimeRange after = canvas.visibleTime();
    CHECK(double(after.span()) == Approx(double(before.span()) * std::pow(1.25, -4)).epsilon(0.01));
    CHECK(after.from > before.from);
    CHECK(after.to < before.to);
}

TEST_CASE("steps chosen in the strip become the shared selection")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP(kNoScreen);
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 30, .layers = 2 }));
    Shown shown(stage);
    StepStrip& strip = shown.strip();
    QTest::mouseClick(&strip, Qt::LeftButton, {}, { 3 * 7 + 2, 30 });
    CHECK(stage.selection.step() == 4);
    QTest::mousePress(&strip, Qt::LeftButton, {}, { 5 * 7 + 2, 30 });
    QTest::mouseMove(&strip, { 9 * 7 + 2, 30 });
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, { 9 * 7 + 2, 30 });
    REQUIRE(stage.selection.range());
    CHECK(stage.selection.range()->startNs == stage.profile.steps()[5]->startNs);
    CHECK(stage.selection.range()->endNs == stage.profile.steps()[9]->endNs);
    CHECK(shown.canvas().visibleTime() == TimeRange { stage.profile.steps()[5]->startNs, stage.profile.steps()[9]->endNs });
    QTest::keyClick(&strip, Qt::Key_Left);
    CHECK(stage.selection.step() == 9);
    CHECK_FALSE(stage.selection.range());
}

TEST_CASE("every action of the timeline has a text and a shortcut of its own")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP(kNoScreen);
    ViewStage stage;
    TimelineView view(stage.context);
    QStringList shortcuts;
    for (const QAction* action : view.actions()) {
        CHECK_FALSE(action->text().isEmpty());
        shortcuts << action->shortcut().toString(QKeySequence::PortableText);
    }
    CHECK(shortcuts.size() >= 9);
    CHECK_FALSE(shortcuts.contains(QString()));
    CHECK(shortcuts.removeDuplicates() == 0);
}
