#pragma once
#include "kernels/cpu/kernel_table.h"

/// Private to kernels/cpu/generic: each family of weight types answers for its own, and nullptr for any other.
namespace cutaway::kernels::generic {

const cpu::LinearKernels* legacyLinear(DType type) noexcept; ///< Q4_0, Q4_1, Q5_0, Q5_1, Q8_0
const cpu::LinearKernels* kLinear(DType type) noexcept;      ///< super-blocks of 256: the K types, the ternary ones, the IQ types but IQ4_NL
const cpu::LinearKernels* floatLinear(DType type) noexcept;  ///< F32, F16, BF16
const cpu::LinearKernels* levelLinear(DType type) noexcept;  ///< IQ4_NL, MXFP4, NVFP4, Q1_0, Q2_0

std::size_t q8per32Bytes(std::int64_t k, std::int32_t nTokens) noexcept;
void prepareQ8per32(const cpu::ActArgs& args) noexcept;
std::size_t q8per256Bytes(std::int64_t k, std::int32_t nTokens) noexcept;
void prepareQ8per256(const cpu::ActArgs& args) noexcept;

} // namespace cutaway::kernels::generic
