#pragma once
#include "kernels/cpu/kernel_table.h"

namespace cutaway::kernels::generic {

/// The kernels of this instruction set.
const cpu::KernelTable& table();

} // namespace cutaway::kernels::generic
