#include "kernels/cpu/avx2/table.h"

namespace cutaway::kernels::avx2 {

const cpu::KernelTable& table()
{
    static constexpr cpu::KernelTable kTable { .isa = cpu::Isa::avx2 };
    return kTable;
}

} // namespace cutaway::kernels::avx2
