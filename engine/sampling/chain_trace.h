#pragma once
#include "engine/sampling/candidates.h"

#include <string_view>
#include <vector>

namespace cutaway::sampling {

/// The candidates at one point of a chain.
struct CandidateView {
    std::size_t count = 0;       ///< how many can still be picked
    std::vector<Candidate> best; ///< the best of them, best first, with p of the softmax at this point
};
/// What one sampler did.
struct SamplerEffect {
    std::string_view sampler; ///< its name in the registry
    CandidateView before, after;
};
/// What each sampler of a chain did in one pick, in the order of the chain.
using ChainTrace = std::vector<SamplerEffect>;

/// Looks without changing anything. @param wanted  how many of the best to list
CandidateView viewOf(const Candidates& candidates, std::size_t wanted);

} // namespace cutaway::sampling
