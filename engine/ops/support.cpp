#include "engine/ops/support.h"

#include "kernels/types/f16.h"

namespace cutaway::ops {
namespace {

std::int64_t keyIndex(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim)
{
    constexpr std::int64_t block = 16;
    return head * kv.capacity * kv.headDim + (position / block * kv.headDim + dim) * block + position % block;
}

std::int64_t valueIndex(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim)
{
    return (head * kv.capacity + position) * kv.headDim + dim;
}

float load(const std::byte* data, kernels::DType type, std::int64_t index)
{
    if (type == kernels::DType::f32)
        return reinterpret_cast<const float*>(data)[index];
    return kernels::f16ToF32(reinterpret_cast<const std::uint16_t*>(data)[index]);
}

void store(std::byte* data, kernels::DType type, std::int64_t index, float value)
{
    if (type == kernels::DType::f32)
        reinterpret_cast<float*>(data)[index] = value;
    else
        reinterpret_cast<std::uint16_t*>(data)[index] = kernels::f32ToF16(value);
}

} // namespace

base::Error shapeError(const OpSpec& spec, std::string what)
{
    return base::Error { .code = base::ErrorCode::corruptFile, .message = "Operation " + std::string(spec.name) + ": " + std::move(what) + "." };
}

std::uint64_t bytesOf(const Operand& operand) { return kernels::rowBytes(operand.type, std::uint64_t(operand.shape.count())); }

std::uint64_t bytesOfAll(std::span<const Operand> inputs, const Operand& output)
{
    std::uint64_t sum = bytesOf(output);
    for (const Operand& input : inputs)
        sum += bytesOf(input);
    return sum;
}

Operand f32(std::initializer_list<std::int64_t> shape) { return { kernels::DType::f32, tensor::Shape(shape) }; }

float kvKey(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim)
{
    return load(kv.k, kv.type, keyIndex(kv, head, position, dim));
}

float kvValue(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim)
{
    return load(kv.v, kv.type, valueIndex(kv, head, position, dim));
}

void setKvKey(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim, float value)
{
    store(kv.k, kv.type, keyIndex(kv, head, position, dim), value);
}

void setKvValue(const KvLayer& kv, std::int32_t head, std::int64_t position, std::int32_t dim, float value)
{
    store(kv.v, kv.type, valueIndex(kv, head, position, dim), value);
}

} // namespace cutaway::ops
