#include "kernels/cpu/generic/linear_families.h"

namespace cutaway::kernels::generic {

const cpu::LinearKernels* floatLinear(DType) noexcept { return nullptr; }

} // namespace cutaway::kernels::generic
