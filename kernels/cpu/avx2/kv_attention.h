#pragma once
#include "kernels/cpu/kernel_table.h"

/// KV cache and attention, where their contracts stand in KernelTable.
namespace cutaway::kernels::avx2 {

void kvWrite(const cpu::KvWriteArgs& args) noexcept;
void attentionPiece(const cpu::AttentionPieceArgs& args) noexcept;
void attentionMerge(const cpu::AttentionMergeArgs& args) noexcept;
std::size_t attentionPrefillScratchBytes(std::int32_t headDim, std::int32_t nHeads) noexcept;
void attentionPrefill(const cpu::AttentionPrefillArgs& args) noexcept;

} // namespace cutaway::kernels::avx2
