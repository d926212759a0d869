#pragma once
#include <cstdint>

namespace cutaway::profile {

/// The cheapest clock of the machine: the time stamp counter where it is constant, else CLOCK_MONOTONIC in nanoseconds.
std::uint64_t ticks();

/// Turns ticks into nanoseconds on base::nowNs()'s axis. Calibrated over the time since it was made: the longer, the better.
class TickScale {
public:
    TickScale();
    /// Measures again; call now and then, between steps.
    void recalibrate();
    std::int64_t toNs(std::uint64_t tick) const { return m_originNs + std::int64_t(double(std::int64_t(tick - m_originTick)) * m_nsPerTick); }
    double nsPerTick() const { return m_nsPerTick; }

private:
    std::uint64_t m_originTick = 0;
    std::int64_t m_originNs = 0;
    double m_nsPerTick = 1;
};

} // namespace cutaway::profile
