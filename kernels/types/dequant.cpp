#include "kernels/types/dequant.h"

#include "kernels/types/dequant_families.h"

namespace cutaway::kernels {

Dequantizer dequantizer(DType type)
{
    for (const std::span<const DequantRow> family : { plainDequantizers(), legacyDequantizers(), kDequantizers(), levelDequantizers() }) {
        for (const DequantRow& row : family) {
            if (row.type == type)
                return row.run;
        }
    }
    return nullptr;
}

void dequantizeRow(DType type, const std::byte* blocks, std::int64_t n, float* out) { dequantizer(type)(blocks, n, out); }

} // namespace cutaway::kernels
