#include "kernels/types/k_block.h"

#include "kernels/types/super_block_families.h"

namespace cutaway::kernels {

KSplitter kSplitter(DType type)
{
    for (const std::span<const KSplitRow> family : { kSplitters(), gridSplitters(), ternarySplitters(), unevenSplitters() }) {
        for (const KSplitRow& row : family) {
            if (row.type == type)
                return row.split;
        }
    }
    return nullptr;
}

} // namespace cutaway::kernels
