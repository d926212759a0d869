#pragma once
#include <cstdint>

namespace cutaway::base {

/// What kind of work a node does. One family has one colour in every view.
enum class OpFamily : std::uint8_t { matmul, attention, norm, position, activation, copy, sampling, wait };

} // namespace cutaway::base
