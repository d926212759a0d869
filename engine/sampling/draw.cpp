#include "engine/sampling/draw.h"

namespace cutaway::sampling {

const Candidate& draw(std::span<const Candidate> list, Random& random)
{
    if (list.size() == 1)
        return list.front();
    double whole = 0;
    for (const Candidate& candidate : list)
        whole += candidate.p;
    const double target = whole * random.real();
    double sum = 0;
    for (const Candidate& candidate : list) {
        sum += candidate.p;
        if (sum >= target && candidate.p > 0)
            return candidate;
    }
    return list.back();
}

} // namespace cutaway::sampling
