#include "kernels/types/quantize.h"

#include "kernels/types/quantize_families.h"

namespace cutaway::kernels {

Quantizer quantizer(DType type)
{
    for (const std::span<const QuantizeRow> family : { plainQuantizers(), legacyQuantizers(), kQuantizers(), ternaryQuantizers(),
             fp4Quantizers(), unevenQuantizers(), gridQuantizers(), iq1Quantizers() }) {
        for (const QuantizeRow& row : family) {
            if (row.type == type)
                return row.run;
        }
    }
    return nullptr;
}

bool needsImportance(DType type) { return type == DType::iq2_xxs || type == DType::iq2_xs || type == DType::iq1_s; }

} // namespace cutaway::kernels
