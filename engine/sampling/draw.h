#pragma once
#include "engine/sampling/candidates.h"
#include "engine/sampling/random.h"

namespace cutaway::sampling {

/// Draws one of the candidates by their p, which need not sum to 1: the first, in the order of the list, at which the running sum of p, in
/// double, reaches u of Random::real() times the whole sum; the last one otherwise. With a single candidate nothing is drawn.
/// @pre !list.empty() and some p is above 0
const Candidate& draw(std::span<const Candidate> list, Random& random);

} // namespace cutaway::sampling
