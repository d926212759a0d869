#include "ui/models/timeline_layout.h"

#include "ui/models/step_events.h"

#include <algorithm>
#include <array>

namespace cutaway::ui {
namespace {

using Events = std::span<const api::ProfileEvent>;

/// Events of a crowd that are looked at to find its colour; more are sampled evenly.
constexpr std::size_t kColourSamples = 32;

api::OpFamily mainFamily(const api::StepRecord& step, Events crowd)
{
    std::array<std::int64_t, std::size_t(api::OpFamily::wait) + 1> times {};
    const std::size_t stride = std::max<std::size_t>(1, crowd.size() / kColourSamples);
    for (std::size_t i = 0; i < crowd.size(); i += stride)
        times[std::size_t(familyOf(step, crowd[i]))] += crowd[i].endNs - crowd[i].startNs;
    return api::OpFamily(std::max_element(times.begin(), times.end()) - times.begin());
}

class LaneLayout {
public:
    LaneLayout(std::span<const StepPtr> steps, std::uint16_t lane, const TimeScale& scale)
        : m_steps(steps)
        , m_lane(lane)
        , m_scale(scale)
        , m_narrowNs(kNarrowEventPx / scale.pixelsPerNs())
        , m_crowdNs(kCrowdPx / scale.pixelsPerNs())
    {
    }

    std::vector<LaneItem> run()
    {
        const auto visible = stepsIn(m_steps, m_scale.range);
        for (std::size_t i = 0; i < visible.size();) {
            const std::size_t next = crowdOfSteps(visible, i);
            if (next > i + 1)
                addSteps(visible.subspan(i, next - i));
            else
                addEvents(*visible[i]);
            i = next;
        }
        return std::move(m_items);
    }

private:
    /// One past the last step of the crowd that begins with step `i`.
    std::size_t crowdOfSteps(std::span<const StepPtr> steps, std::size_t i) const
    {
        const double limit = double(steps[i]->startNs) + m_crowdNs;
        const auto end = std::partition_point(
            steps.begin() + std::ptrdiff_t(i) + 1, steps.end(), [&](const StepPtr& step) { return double(step->startNs) < limit; });
        auto next = std::size_t(end - steps.begin());
        if (next > i + 1 && double(steps[next - 1]->endNs) > limit)
            --next; // a long one that merely begins here stands for itself
        return next;
    }

    void addSteps(std::span<const StepPtr> crowd)
    {
        const Events events = laneEvents(*crowd.front(), m_lane);
        if (events.empty())
            return;
        add({ crowd.front()->startNs, crowd.back()->endNs }, *crowd.front(), events, std::uint32_t(crowd.size()));
    }

    void addEvents(const api::StepRecord& step)
    {
        const Events all = laneEvents(step, m_lane);
        auto at = std::partition_point(all.begin(), all.end(), [&](const auto& event) { return event.endNs <= m_scale.range.from; });
        while (at != all.end() && at->startNs < m_scale.range.to) {
            const auto next = crowdOfEvents(at, all.end());
            const Events crowd { at, next };
            add({ at->startNs, crowd.back().endNs }, step, crowd, 1);
            at = next;
        }
    }

    bool narrow(const api::ProfileEvent& event) const { return double(event.endNs - event.startNs) < m_narrowNs; }

    /// One past the last event of the crowd that begins with `at`. Found by bisection: a crowd may hold a million events.
    Events::iterator crowdOfEvents(Events::iterator at, Events::iterator end) const
    {
        if (!narrow(*at))
            return at + 1;
        const double limit = double(at->startNs) + m_crowdNs;
        auto next = std::partition_point(at + 1, end, [&](const auto& event) { return double(event.startNs) < limit; });
        if (next != at + 1 && !narrow(*(next - 1)))
            --next;
        return next;
    }

    void add(TimeRange time, const api::StepRecord& step, Events events, std::uint32_t steps)
    {
        const double right = m_scale.left + m_scale.width;
        double x0 = std::clamp(m_scale.x(time.from), m_scale.left, right);
        const double x1 = std::clamp(m_scale.x(time.to), m_scale.left, right);
        if (!m_items.empty())
            x0 = std::max(x0, m_items.back().x1);
        m_items.push_back({ x0, std::max(x0, x1), &step, &events.front(), std::uint32_t(events.size()), steps, mainFamily(step, events) });
    }

    std::span<const StepPtr> m_steps;
    std::uint16_t m_lane;
    const TimeScale& m_scale;
    double m_narrowNs;
    double m_crowdNs;
    std::vector<LaneItem> m_items;
};

} // namespace

api::OpFamily familyOf(const api::StepRecord& step, const api::ProfileEvent& event)
{
    switch (event.kind) {
    case api::EventKind::wait: return api::OpFamily::wait;
    case api::EventKind::sample:
    case api::EventKind::tokenText: return api::OpFamily::sampling;
    case api::EventKind::node: break;
    }
    return step.plan && event.node < step.plan->nodes.size() ? step.plan->nodes[event.node].family : api::OpFamily::copy;
}

std::span<const StepPtr> stepsIn(std::span<const StepPtr> steps, TimeRange range)
{
    auto first = std::partition_point(steps.begin(), steps.end(), [&](const StepPtr& step) { return step->startNs <= range.from; });
    if (first != steps.begin())
        --first;
    const auto last = std::partition_point(first, steps.end(), [&](const StepPtr& step) { return step->startNs < range.to; });
    return { first, last };
}

std::vector<LaneItem> layoutLane(std::span<const StepPtr> steps, std::uint16_t lane, const TimeScale& scale)
{
    if (scale.range.empty() || scale.width <= 0)
        return {};
    return LaneLayout(steps, lane, scale).run();
}

const LaneItem* itemAt(std::span<const LaneItem> items, double x, double slack)
{
    const auto next = std::partition_point(items.begin(), items.end(), [&](const LaneItem& item) { return item.x1 <= x; });
    const LaneItem* best = nullptr;
    double distance = slack;
    for (auto at = next == items.begin() ? next : next - 1; at != items.end() && at <= next; ++at) {
        const double away = x < at->x0 ? at->x0 - x : x >= at->x1 ? x - at->x1 : 0;
        if (away <= distance && (!best || away < distance)) {
            best = &*at;
            distance = away;
        }
    }
    return best;
}

} // namespace cutaway::ui
