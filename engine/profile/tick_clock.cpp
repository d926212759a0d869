#include "engine/profile/tick_clock.h"

#include "engine/base/clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace cutaway::profile {
namespace {

bool counterIsConstant()
{
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000007U, &a, &b, &c, &d) != 0 && (d & (1U << 8)) != 0;
#else
    return false;
#endif
}

const bool kUseCounter = counterIsConstant();

} // namespace

std::uint64_t ticks()
{
#if defined(__x86_64__)
    if (kUseCounter)
        return __builtin_ia32_rdtsc();
#endif
    return std::uint64_t(base::nowNs());
}

TickScale::TickScale()
{
    m_originNs = base::nowNs();
    m_originTick = ticks();
    // Two milliseconds give three digits; recalibrate() sharpens them.
    while (base::nowNs() < m_originNs + 2'000'000) { }
    recalibrate();
}

void TickScale::recalibrate()
{
    const std::int64_t ns = base::nowNs();
    const std::uint64_t tick = ticks();
    if (tick > m_originTick)
        m_nsPerTick = double(ns - m_originNs) / double(tick - m_originTick);
}

} // namespace cutaway::profile
