#include "ui/views/timeline/timeline_canvas.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"
#include "tests/support/view_stage.h"
#include "ui/views/ops/ops_view.h"
#include "ui/views/timeline/step_strip.h"
#include "ui/views/timeline/timeline_view.h"

#include <ctime>

using namespace cutaway;
using namespace cutaway::ui;
using test::ViewStage;

namespace {

std::int64_t threadCpuNs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

/// Measures what drawing costs this thread before the driver's part.
class MeasuredCanvas : public TimelineCanvas {
public:
    using TimelineCanvas::TimelineCanvas;
    std::int64_t bestNs = INT64_MAX;

protected:
    void paintCanvas(CanvasPainter& painter) override
    {
        const std::int64_t start = threadCpuNs();
        TimelineCanvas::paintCanvas(painter);
        bestNs = std::min(bestNs, threadCpuNs() - start);
    }
};

} // namespace

TEST_CASE("a full timeline is drawn in under 8 ms of CPU time, whatever it shows")
{
    if (!ImGuiCanvas::isSupported())
        CUTAWAY_SKIP("no display with OpenGL");
    ViewStage stage;
    stage.profile.accept(test::sampleProfile({ .steps = 800 }));
    MeasuredCanvas canvas(stage.profile, stage.selection, stage.theme);
    canvas.resize(1'900, 300);
    canvas.show();
    const auto draw = [&](TimeRange range) {
        canvas.bestNs = INT64_MAX;
        stage.selection.selectRange(Selection::Range { range.from, range.to });
        for (int i = 0; i < 5; ++i) {
            const auto painted = canvas.paintCount();
            canvas.update();
            REQUIRE(ViewStage::waitFor([&] { return canvas.paintCount() > painted; }));
        }
        return canvas.bestNs;
    };
    const auto steps = stage.profile.steps();
    const std::int64_t one = draw({ steps[700]->startNs, steps[700]->endNs });
    const std::int64_t twenty = draw({ steps[680]->startNs, steps[699]->endNs });
    const std::int64_t all = draw(stage.profile.extent());
    const std::int64_t close = draw({ steps[700]->startNs, steps[700]->startNs + 200'000 });
    std::cout << "draw one step " << one / 1'000 << " us, 20 steps " << twenty / 1'000 << " us, 800 steps " << all / 1'000 << " us, close "
              << close / 1'000 << " us\n";
    for (const std::int64_t ns : { one, twenty, all, close })
        CHECK(ns < 8'000'000);
}

TEST_CASE("a snapshot costs the GUI thread under 5 ms, also with 10,000 steps")
{
    ViewStage stage;
    auto profile = test::sampleProfile({ .steps = 10'000, .layers = 4 });
    TimelineView timeline(stage.context);
    OpsView ops(stage.context);
    for (QWidget* view : { static_cast<QWidget*>(&timeline), static_cast<QWidget*>(&ops) }) {
        view->resize(1'200, 320);
        view->show();
    }
    stage.profile.accept(profile);
    ViewStage::waitFor([] { return false; }, 300);
    std::int64_t best = INT64_MAX;
    for (int i = 0; i < 5; ++i) {
        profile = test::withNextStep(*profile);
        const std::int64_t start = threadCpuNs();
        stage.profile.accept(profile);
        best = std::min(best, threadCpuNs() - start);
    }
    std::cout << "snapshot " << best / 1'000 << " us\n";
    CHECK(best < 5'000'000);
}
