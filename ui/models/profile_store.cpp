#include "ui/models/profile_store.h"

#include "ui/models/node_text.h"
#include "ui/models/step_events.h"

#include <algorithm>
#include <map>

namespace cutaway::ui {
namespace {

/// Steps of one plan that the median looks at: the latest ones, so that a growing KV cache moves it.
constexpr std::size_t kTypicalWindow = 256;

std::uint32_t planId(const api::StepRecord& step) { return step.plan ? step.plan->id : 0; }

auto firstNotBefore(std::span<const StepPtr> steps, std::uint64_t id)
{
    return std::partition_point(steps.begin(), steps.end(), [&](const StepPtr& step) { return step->id < id; });
}

} // namespace

ProfileStore::ProfileStore(QObject* parent) : ProfileStore(Limits {}, parent) {}

ProfileStore::ProfileStore(Limits limits, QObject* parent) : QObject(parent), m_limits(limits) {}

void ProfileStore::accept(const std::shared_ptr<const api::ProfileSnapshot>& snapshot)
{
    if (!snapshot)
        return;
    if (!m_steps.empty() && !snapshot->steps.empty() && snapshot->steps.back()->id < m_steps.back()->id)
        forget();
    merge(snapshot->steps);
    trim();
    updateTypical();
    m_lanes.clear();
    for (const std::string& lane : snapshot->lanes)
        m_lanes.append(laneName(QString::fromStdString(lane)));
    m_dropped = std::max(snapshot->stepsDropped, m_trimmed);
    m_recordingShare = snapshot->recordingShare;
    m_roofBytesPerSecond = snapshot->roofBytesPerSecond;
    m_roofFlops = snapshot->roofFlops;
    emit changed();
}

void ProfileStore::clear()
{
    forget();
    emit changed();
}

void ProfileStore::forget()
{
    m_steps.clear();
    m_typical.clear();
    m_events = 0;
    m_dropped = 0;
    m_trimmed = 0;
}

/// A step that is known already is replaced when its record was completed meanwhile; records older than the first equal one are equal too.
void ProfileStore::merge(std::span<const StepPtr> incoming)
{
    const std::size_t known = m_steps.empty() ? 0 : std::size_t(firstNotBefore(incoming, m_steps.back()->id + 1) - incoming.begin());
    for (std::size_t i = known; i-- > 0;) {
        const auto index = indexOf(incoming[i]->id);
        if (!index || m_steps[*index] == incoming[i])
            break;
        m_events = m_events - m_steps[*index]->events.size() + incoming[i]->events.size();
        m_steps[*index] = incoming[i];
    }
    for (const StepPtr& step : incoming.subspan(known)) {
        m_steps.push_back(step);
        m_events += step->events.size();
    }
}

void ProfileStore::trim()
{
    std::size_t drop = m_steps.size() > m_limits.steps ? m_steps.size() - m_limits.steps : 0;
    for (std::size_t i = 0; i < drop; ++i)
        m_events -= m_steps[i]->events.size();
    for (; m_events > m_limits.events && drop + 1 < m_steps.size(); ++drop)
        m_events -= m_steps[drop]->events.size();
    m_steps.erase(m_steps.begin(), m_steps.begin() + std::ptrdiff_t(drop));
    m_trimmed += drop;
}

void ProfileStore::updateTypical()
{
    std::map<std::uint32_t, std::vector<std::int64_t>> times;
    const std::size_t from = m_steps.size() > 4 * kTypicalWindow ? m_steps.size() - 4 * kTypicalWindow : 0;
    for (std::size_t i = m_steps.size(); i-- > from;) {
        auto& ofPlan = times[planId(*m_steps[i])];
        if (ofPlan.size() < kTypicalWindow)
            ofPlan.push_back(m_steps[i]->endNs - m_steps[i]->startNs);
    }
    for (auto& [plan, ns] : times) {
        const auto middle = ns.begin() + std::ptrdiff_t(ns.size() / 2);
        std::nth_element(ns.begin(), middle, ns.end());
        const auto known = std::find_if(m_typical.begin(), m_typical.end(), [&](const Typical& t) { return t.plan == plan; });
        if (known != m_typical.end())
            known->ns = *middle;
        else
            m_typical.push_back({ plan, *middle });
    }
}

std::optional<std::size_t> ProfileStore::indexOf(std::uint64_t stepId) const
{
    const std::span<const StepPtr> all = m_steps;
    const auto found = firstNotBefore(all, stepId);
    if (found == all.end() || (*found)->id != stepId)
        return std::nullopt;
    return std::size_t(found - all.begin());
}

TimeRange ProfileStore::extent() const
{
    if (m_steps.empty())
        return {};
    return { m_steps.front()->startNs, lastEventEnd(*m_steps.back()) };
}

std::int64_t ProfileStore::typicalNs(const api::StepRecord& step) const
{
    const auto found = std::find_if(m_typical.begin(), m_typical.end(), [&](const Typical& t) { return t.plan == planId(step); });
    return found == m_typical.end() ? 0 : found->ns;
}

std::shared_ptr<const api::PlanInfo> ProfileStore::plan(std::uint32_t id) const
{
    const auto found =
        std::find_if(m_steps.rbegin(), m_steps.rend(), [&](const StepPtr& step) { return step->plan && step->plan->id == id; });
    return found == m_steps.rend() ? nullptr : (*found)->plan;
}

} // namespace cutaway::ui
