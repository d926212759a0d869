#pragma once
#include "kernels/cpu/kernel_table.h"

/// The element-wise kernels of KernelTable, where their contracts stand.
namespace cutaway::kernels::avx2 {

void rmsNorm(const float* x, const float* w, float eps, std::int64_t n, float* y) noexcept;
void rope(float* x, std::int32_t nRot, const float* cosSin, bool interleaved) noexcept;
void add(const float* a, const float* b, std::int64_t n, float* y) noexcept;
void scale(const float* x, float factor, std::int64_t n, float* y) noexcept;
void glu(cpu::GluKind kind, const float* gate, const float* up, std::int64_t n, float* y) noexcept;
void softcap(const float* x, float cap, std::int64_t n, float* y) noexcept;

} // namespace cutaway::kernels::avx2
