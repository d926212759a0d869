#include "kernels/cpu/avx2/linear_families.h"

namespace cutaway::kernels::avx2 {

const cpu::LinearKernels* floatLinear(DType) noexcept { return nullptr; }

} // namespace cutaway::kernels::avx2
