#pragma once
#include <cstddef>

namespace cutaway::test {

/// How often this program has called operator new so far, in any form and on any thread. For programs that compile allocation_counter.cpp in;
/// not under sanitizers, which bring operators of their own.
std::size_t allocations();

} // namespace cutaway::test
