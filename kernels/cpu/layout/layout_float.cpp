#include "kernels/cpu/layout/layout_families.h"

namespace cutaway::kernels::cpu {

std::span<const PackedLayout> floatLayouts() { return {}; }

} // namespace cutaway::kernels::cpu
