#include "kernels/cpu/layout/layout_families.h"

namespace cutaway::kernels::cpu {

const PackedLayout* packedLayout(DType type)
{
    for (const std::span<const PackedLayout> family : { legacyLayouts(), kLayouts(), rowLayouts() }) {
        for (const PackedLayout& layout : family) {
            if (layout.type == type)
                return &layout;
        }
    }
    return nullptr;
}

} // namespace cutaway::kernels::cpu
