#include "kernels/cpu/layout/layout_families.h"

namespace cutaway::kernels::cpu {

std::span<const PackedLayout> legacyLayouts() { return {}; }

} // namespace cutaway::kernels::cpu
