#pragma once
#include "engine/ops/op.h"

/// Small helpers that the ops of this folder share.
namespace cutaway::ops {

/// An error that names op and reason; shapes belong in `what`.
base::Error shapeError(const OpSpec& spec, std::string what);
std::uint64_t bytesOf(const Operand& operand);
/// Bytes of all operands and the output: what an op moves that touches everything once.
std::uint64_t bytesOfAll(std::span<const Operand> inputs, const Operand& output);
/// F32 operand.
Operand f32(std::initializer_list<std::int64_t> shape);
inline Operand i32(std::initializer_list<std::int64_t> shape) { return { kernels::DType::i32, tensor::Shape(shape) }; }

/// Reads or writes one element of the cache of one layer.
float kvKey(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim);
float kvValue(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim);
void setKvKey(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim, float value);
void setKvValue(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim, float value);

} // namespace cutaway::ops
