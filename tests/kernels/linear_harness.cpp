#include "tests/kernels/linear_harness.h"

#include "kernels/types/dequant.h"
#include "kernels/types/f16.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <random>

namespace cutaway::test {
namespace {

using namespace kernels;

/// Where the f16 fields of a block lie. MXFP4, NVFP4 and IQ1_M scale in ways of their own.
struct HalfFields {
    DType type;
    std::vector<int> offsets;
};
const HalfFields kHalfFields[] {
    { DType::q4_0, { 0 } },
    { DType::q4_1, { 0, 2 } },
    { DType::q5_0, { 0 } },
    { DType::q5_1, { 0, 2 } },
    { DType::q8_0, { 0 } },
    { DType::q2_K, { 80, 82 } },
    { DType::q3_K, { 108 } },
    { DType::q4_K, { 0, 2 } },
    { DType::q5_K, { 0, 2 } },
    { DType::q6_K, { 208 } },
    { DType::iq1_s, { 0 } },
    { DType::iq2_xxs, { 0 } },
    { DType::iq2_xs, { 0 } },
    { DType::iq2_s, { 0 } },
    { DType::iq3_xxs, { 0 } },
    { DType::iq3_s, { 0 } },
    { DType::iq4_nl, { 0 } },
    { DType::iq4_xs, { 0 } },
    { DType::tq1_0, { 52 } },
    { DType::tq2_0, { 64 } },
    { DType::q1_0, { 0 } },
    { DType::q2_0, { 0 } },
};

/// Gives the scales of a block values near `scale`.
void setScales(DType type, std::byte* block, float scale)
{
    const std::uint16_t half = f32ToF16(scale);
    if (type == DType::iq1_m) {
        for (int quarter = 0; quarter < 4; ++quarter) {
            std::byte& top = block[49 + 2 * quarter];
            top = (top & std::byte(15)) | std::byte((half >> (4 * quarter) & 15) << 4);
        }
        return;
    }
    if (type == DType::mxfp4) {
        block[0] = std::byte(127 + std::ilogb(scale));
        return;
    }
    if (type == DType::nvfp4) {
        for (int part = 0; part < 4; ++part)
            block[part] = std::byte(8 + 40 * part + int(scale * 1e4f) % 8); // from the smallest normal scale up; top bits mean nothing
        return;
    }
    for (const int offset : std::ranges::find(kHalfFields, type, &HalfFields::type)->offsets)
        std::memcpy(block + offset, &half, sizeof half);
}

std::vector<float> valuesOf(DType type, const std::vector<std::byte>& file, std::int64_t count)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    dequantizeRow(type, file.data(), count, values.data());
    return values;
}

/// Activations as the kernels round them: int8 with one scale a block.
std::vector<float> rounded(const std::vector<float>& x, std::size_t block)
{
    std::vector<float> values(x.size());
    for (std::size_t begin = 0; begin < x.size(); begin += block) {
        float largest = 0;
        for (std::size_t i = begin; i < begin + block; ++i)
            largest = std::max(largest, std::abs(x[i]));
        for (std::size_t i = begin; i < begin + block && largest > 0; ++i)
            values[i] = std::nearbyint(x[i] * (127.0f / largest)) * (largest / 127.0f);
    }
    return values;
}

std::size_t actBlock(cpu::ActKind kind)
{
    switch (kind) {
    case cpu::ActKind::f32: return 1;
    case cpu::ActKind::q8per32: return 32;
    case cpu::ActKind::q8per256: return 256;
    }
    return 1;
}

} // namespace

Buffer::Buffer(std::size_t bytes) : m_bytes(static_cast<std::byte*>(::operator new(bytes, std::align_val_t(64)))), m_size(bytes)
{
    std::memset(m_bytes.get(), 0xa5, bytes);
}

void Buffer::Free::operator()(std::byte* bytes) const { ::operator delete(bytes, std::align_val_t(64)); }

std::vector<std::byte> randomRows(DType type, std::int64_t rows, std::int64_t k, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> scale(1e-4f, 2e-3f);
    std::vector<std::byte> bytes(std::size_t(rows) * rowBytes(type, std::uint64_t(k)));
    for (std::byte& byte : bytes)
        byte = std::byte(random());
    for (std::size_t block = 0; block < bytes.size(); block += dtypeInfo(type).blockBytes)
        setScales(type, bytes.data() + block, scale(random));
    return bytes;
}

std::vector<std::byte> patternRows(DType type, std::int64_t rows, std::int64_t k, std::byte pattern)
{
    std::vector<std::byte> bytes(std::size_t(rows) * rowBytes(type, std::uint64_t(k)), pattern);
    for (std::size_t block = 0; block < bytes.size(); block += dtypeInfo(type).blockBytes)
        setScales(type, bytes.data() + block, 1e-3f);
    return bytes;
}

std::vector<DType> linearTypes()
{
    std::vector<DType> types;
    for (const DTypeInfo& info : dtypes()) {
        if (info.quantised && cpu::packedLayout(info.type))
            types.push_back(info.type);
    }
    return types;
}

std::int64_t widthUnit(DType type)
{
    return std::max<std::int64_t>(dtypeInfo(type).blockElems, std::int64_t(actBlock(cpu::packedLayout(type)->acts)));
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal(a, b, {}, std::bit_cast<std::uint32_t, float>, std::bit_cast<std::uint32_t, float>);
}

Matrix::Matrix(DType type, std::int64_t rows, std::int64_t k) : Matrix(type, rows, k, randomRows(type, rows, k, unsigned(rows * 131 + k)))
{
}

Matrix::Matrix(DType type, std::int64_t rows, std::int64_t k, std::vector<std::byte> file)
    : type(type)
    , rows(rows)
    , k(k)
    , file(std::move(file))
    , values(valuesOf(type, this->file, rows * k))
    , packed(cpu::packedLayout(type)->packedBytes(rows, k))
{
    cpu::packedLayout(type)->pack(this->file.data(), rows, k, 0, rows, packed.data());
}

Buffer prepare(const cpu::KernelTable& table, DType type, const std::vector<float>& x, std::int64_t k, std::int32_t nTokens)
{
    const cpu::ActKind kind = cpu::packedLayout(type)->acts;
    Buffer acts(table.actBytes(kind, k, nTokens));
    const cpu::ActArgs args { .x = x.data(),
        .ldX = k,
        .k = k,
        .nTokens = nTokens,
        .tokenBegin = 0,
        .tokenEnd = nTokens,
        .kBegin = 0,
        .kEnd = k,
        .out = acts.data() };
    switch (kind) {
    case cpu::ActKind::f32: std::memcpy(acts.data(), x.data(), acts.size()); break;
    case cpu::ActKind::q8per32: table.prepareQ8per32(args); break;
    case cpu::ActKind::q8per256: table.prepareQ8per256(args); break;
    }
    return acts;
}

Product multiply(
    const cpu::KernelTable& table, const Matrix& w, const Buffer& acts, std::int32_t nTokens, const std::vector<std::int64_t>& cuts)
{
    constexpr std::int64_t kOutside = 3;
    const cpu::LinearKernels& linear = table.linear(w.type);
    Product product { std::vector<float>(std::size_t(nTokens * (w.rows + kOutside)), kUntouched), w.rows + kOutside };
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        Buffer scratch(linear.scratchBytes(w.k, nTokens));
        linear.linear({ .weights = w.packed.data(),
            .k = w.k,
            .rowBegin = cuts[i],
            .rowEnd = i + 1 < cuts.size() ? cuts[i + 1] : w.rows,
            .acts = acts.data(),
            .nTokens = nTokens,
            .y = product.y.data(),
            .ldY = product.ldY,
            .scratch = scratch.data() });
    }
    return product;
}

ExactProduct::ExactProduct(const Matrix& w, const std::vector<float>& x, std::int32_t nTokens) : m_rows(w.rows)
{
    const std::vector<float> xRounded = rounded(x, actBlock(cpu::packedLayout(w.type)->acts));
    for (std::int64_t t = 0; t < nTokens; ++t) {
        for (std::int64_t r = 0; r < w.rows; ++r) {
            Sums sums {};
            for (std::int64_t i = 0; i < w.k; ++i) {
                const double weight = w.values[std::size_t(r * w.k + i)];
                const double product = weight * xRounded[std::size_t(t * w.k + i)];
                sums.exact += weight * x[std::size_t(t * w.k + i)];
                sums.ofRounded += product;
                sums.magnitude += std::abs(product);
            }
            m_sums.push_back(sums);
        }
    }
}

ExactProduct::Errors ExactProduct::errorsOf(const Product& product) const
{
    Errors errors { 0, 0, true };
    double difference = 0;
    double power = 0;
    for (std::int64_t t = 0; t < std::int64_t(product.y.size()) / product.ldY; ++t) {
        for (std::int64_t r = 0; r < m_rows; ++r) {
            const Sums& sums = m_sums[std::size_t(t * m_rows + r)];
            difference += std::pow(product.at(t, r) - sums.exact, 2);
            power += sums.exact * sums.exact;
            errors.rounding = std::max(errors.rounding, std::abs(product.at(t, r) - sums.ofRounded) / sums.magnitude);
        }
        for (std::int64_t r = m_rows; r < product.ldY; ++r)
            errors.outsideKept = errors.outsideKept && product.at(t, r) == kUntouched;
    }
    errors.nmse = difference / power;
    return errors;
}

double ExactProduct::largestDifference(const Product& a, const Product& b) const
{
    double largest = 0;
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        const std::int64_t t = std::int64_t(i) / m_rows;
        const std::int64_t r = std::int64_t(i) % m_rows;
        largest = std::max(largest, std::abs(double(a.at(t, r)) - b.at(t, r)) / m_sums[i].magnitude);
    }
    return largest;
}

} // namespace cutaway::test
