#pragma once
#include <span>

namespace cutaway::sampling {

/// e to the power of x for x <= 0, to within 2 units of the last place of a double; 0 below -700.
/// Made of IEEE additions and products alone, so that it gives the same bits with every C library: same seed, same tokens, on any machine.
double exponential(double x) noexcept;

/// The sum of e to the power of (value - best) over all values, to within 1e-6 of itself. Values that are -inf or not a number add nothing.
/// The order of summation is fixed, so that it too gives the same bits on any machine.
/// @pre best is the largest of the values and not -inf
double exponentialSum(std::span<const float> values, float best) noexcept;

} // namespace cutaway::sampling
