#pragma once
#include "engine/base/op_family.h"
#include "engine/base/result.h"
#include "engine/tensor/shape.h"
#include "kernels/types/dtype.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

/// The operations a graph is made of. Each has typed parameters, shape inference, costs and a plain reference: the oracle that faster
/// kernels are tested against and that runs where there are none.
namespace cutaway::ops {

/// Typed parameters of one op: immutable, cheap to copy. Reading them as another type is a contract violation.
class Params {
public:
    Params() = default;
    template <class T> Params(T value) : m_value(std::make_shared<const T>(std::move(value))), m_type(&typeid(T)) {}
    template <class T> const T& get() const
    {
        CUTAWAY_CHECK(m_type && *m_type == typeid(T));
        return *static_cast<const T*>(m_value.get());
    }

private:
    std::shared_ptr<const void> m_value;
    const std::type_info* m_type = nullptr;
};

/// What inference knows of an operand.
struct Operand {
    kernels::DType type = kernels::DType::f32;
    tensor::Shape shape;
};

/// An operand with its data. Weights may be of any type; everything else is F32 or I32.
struct Array {
    kernels::DType type = kernels::DType::f32;
    tensor::Shape shape;
    std::byte* data = nullptr;

    const float* f32() const { return reinterpret_cast<const float*>(data); }
    float* f32() { return reinterpret_cast<float*>(data); }
    const std::int32_t* i32() const { return reinterpret_cast<const std::int32_t*>(data); }
};

/// Keys and values of one layer: per KV head K as [capacity/16][headDim][16] and V as [capacity][headDim], head after head.
struct KvLayer {
    std::byte* k = nullptr;
    std::byte* v = nullptr;
    kernels::DType type = kernels::DType::f16; ///< f16 or f32, the same for both
    std::int32_t nHeadKv = 0;
    std::int32_t headDim = 0;
    std::int64_t capacity = 0; ///< positions; a multiple of 16
};

/// Splits [0, count) over the threads of the caller; the body may run in any order and at the same time.
using ParallelFor = std::function<void(std::int64_t count, const std::function<void(std::int64_t begin, std::int64_t end)>& body)>;

/// One call of a reference.
struct ReferenceCall {
    std::span<const Array> inputs;
    Array output;
    const Params& params;
    KvLayer kv;                    ///< of ops that read or write the cache
    std::int64_t firstPosition = 0; ///< of the first token
    const ParallelFor& parallelFor;
};

/// Work per step. Attention adds per pair of query token and visible key.
struct Cost {
    std::uint64_t flops = 0;
    std::uint64_t bytes = 0;
    std::uint64_t flopsPerPair = 0;
    std::uint64_t bytesPerKey = 0;
};

/// A shape and parameter set that every backend is compared with the reference on.
struct OpCase {
    std::string name;
    std::vector<Operand> inputs;
    Params params;
    double nmse = 1e-10; ///< allowed error of a fast kernel against the reference
};

struct OpSpec {
    std::string_view name;
    base::OpFamily family;
    std::string_view help;
    /// Shape of the output, or what is wrong with the operands.
    base::Result<tensor::Shape> (*infer)(std::span<const Operand> inputs, const Params& params);
    Cost (*cost)(std::span<const Operand> inputs, const Operand& output, const Params& params);
    void (*reference)(ReferenceCall& call);
    std::vector<OpCase> (*cases)();
};

/// Every op, in list order.
std::span<const OpSpec* const> ops();

// ---- Parameters, one struct an op ------------------------------------------------------------------------------------

struct EmbedParams {
    float scale = 1;
};
struct LinearParams {
    std::int64_t inner = 0; ///< headDim when the output is [n, rows / inner, inner]; 0: [n, rows]
};
struct RmsNormParams {
    float eps = 0;
};
struct RopeTableParams {
    std::int32_t nRot = 0;
    float base = 10000;
    float freqScale = 1;    ///< linear interpolation: 1 / factor
    float magnitude = 1;
    float yarnExt = 0;      ///< 1: YaRN
    float yarnBetaFast = 32, yarnBetaSlow = 1;
    std::int64_t contextOriginal = 0;
};
struct RopeParams {
    std::int32_t nRot = 0;
    bool interleaved = false; ///< pairs (2i, 2i+1); else halves (i, i + nRot/2)
};
struct AttentionParams {
    std::int32_t nHeadKv = 0;
    float scale = 1;
    float softcap = 0;
    std::int64_t window = 0; ///< 0: no sliding window
};
enum class GluKind { silu, gelu };
struct GluParams {
    GluKind kind = GluKind::silu;
};
struct ScaleParams {
    float factor = 1;
};
struct SoftcapParams {
    float cap = 0;
};
struct NoParams { };

// The specs, for the builder; the registry lists them all.
extern const OpSpec add, attention, embed, glu, kv_write, linear, rms_norm, rope, rope_table, scale, select_rows, softcap;

} // namespace cutaway::ops
