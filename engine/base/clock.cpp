#include "engine/base/clock.h"

#include <chrono>

namespace cutaway::base {

std::int64_t nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace cutaway::base
