#include "kernels/cpu/layout/layout_families.h"

namespace cutaway::kernels::cpu {

std::span<const PackedLayout> kLayouts() { return {}; }

} // namespace cutaway::kernels::cpu
