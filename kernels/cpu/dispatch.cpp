#include "kernels/cpu/kernel_table.h"

#include "kernels/cpu/avx2/table.h"
#include "kernels/cpu/generic/table.h"

namespace cutaway::kernels::cpu {

const char* isaName(Isa isa)
{
    switch (isa) {
    case Isa::generic: return "generic";
    case Isa::avx2: return "avx2";
    }
    return "generic";
}

Isa bestIsa()
{
#if defined(__x86_64__)
    // gcc's check covers what the operating system saves, not just what the processor has.
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi2"))
        return Isa::avx2;
#endif
    return Isa::generic;
}

const KernelTable* kernelTable(Isa cap)
{
    if (cap > bestIsa())
        return nullptr;
    switch (cap) {
    case Isa::generic: return &generic::table();
    case Isa::avx2: return &avx2::table();
    }
    return nullptr;
}

} // namespace cutaway::kernels::cpu
