#pragma once
#include "engine/api/profile.h"
#include "ui/models/time_range.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cutaway::ui {

using StepPtr = std::shared_ptr<const api::StepRecord>;

/// The recorded steps that the profiler's views share: joins snapshots by step id and keeps the newest, within fixed limits.
/// Lives on the GUI thread; the records themselves are immutable and may be read on any.
class ProfileStore : public QObject {
    Q_OBJECT
public:
    struct Limits {
        std::size_t steps = 10'000;
        std::size_t events = 2'000'000; ///< of all steps together: 80 MB
    };

    explicit ProfileStore(QObject* parent = nullptr);
    ProfileStore(Limits limits, QObject* parent);

    /// Adds the snapshot's new steps. A snapshot whose ids begin anew (another ring) replaces everything.
    void accept(const std::shared_ptr<const api::ProfileSnapshot>& snapshot);
    void clear();

    /// Oldest first, by id and by start.
    std::span<const StepPtr> steps() const { return m_steps; }
    bool empty() const { return m_steps.empty(); }
    /// Position of the step in steps(), if it is still kept.
    std::optional<std::size_t> indexOf(std::uint64_t stepId) const;
    /// From the first step's start to the end of the last event.
    TimeRange extent() const;
    /// The median wall time of the kept steps with the plan of `step`: what is normal for this shape. 0 when no step is kept.
    std::int64_t typicalNs(const api::StepRecord& step) const;

    /// A plan that some kept step ran; null when there is none.
    std::shared_ptr<const api::PlanInfo> plan(std::uint32_t id) const;

    const QStringList& lanes() const { return m_lanes; }
    std::uint64_t dropped() const { return m_dropped; } ///< steps that the ring or these limits let go
    double recordingShare() const { return m_recordingShare; }
    double roofBytesPerSecond() const { return m_roofBytesPerSecond; } ///< 0: not measured
    double roofFlops() const { return m_roofFlops; }

signals:
    /// After steps came or went.
    void changed();

private:
    struct Typical {
        std::uint32_t plan = 0;
        std::int64_t ns = 0;
    };

    void forget();
    void merge(std::span<const StepPtr> incoming);
    void trim();
    void updateTypical();

    Limits m_limits;
    std::vector<StepPtr> m_steps;
    std::vector<Typical> m_typical;
    std::size_t m_events = 0;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_trimmed = 0;
    QStringList m_lanes;
    double m_recordingShare = 0;
    double m_roofBytesPerSecond = 0;
    double m_roofFlops = 0;
};

} // namespace cutaway::ui
