#include "kernels/cpu/generic/table.h"

namespace cutaway::kernels::generic {

const cpu::KernelTable& table()
{
    static constexpr cpu::KernelTable kTable { .isa = cpu::Isa::generic };
    return kTable;
}

} // namespace cutaway::kernels::generic
