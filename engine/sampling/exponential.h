#pragma once

namespace cutaway::sampling {

/// e to the power of x for x <= 0, to within 2 units of the last place of a double; 0 below -700.
/// Made of IEEE additions and products alone, so that it gives the same bits with every C library: same seed, same tokens, on any machine.
double exponential(double x) noexcept;

} // namespace cutaway::sampling
