#include "kernels/cpu/kernel_table.h"
#include "kernels/types/dequant.h"
#include "kernels/types/f16.h"
#include "kernels/types/k_block.h"

#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <vector>

using namespace cutaway::kernels;
using cpu::KernelTable;

namespace {

constexpr DType kTypes[] { DType::q2_K, DType::q3_K, DType::q4_K, DType::q5_K, DType::q6_K };
constexpr float kUntouched = -12345.5f;

/// Exactly as many bytes as asked for, aligned as the kernels want them, so that a sanitizer sees every step beyond.
class Buffer {
public:
    explicit Buffer(std::size_t bytes)
        : m_bytes(static_cast<std::byte*>(::operator new(bytes, std::align_val_t(64))))
        , m_size(bytes)
    {
        std::memset(m_bytes.get(), 0xa5, bytes);
    }
    std::byte* data() { return m_bytes.get(); }
    const std::byte* data() const { return m_bytes.get(); }
    std::size_t size() const { return m_size; }

private:
    struct Free {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, std::align_val_t(64)); }
    };
    std::unique_ptr<std::byte, Free> m_bytes;
    std::size_t m_size;
};

/// Where the f16 fields of a block lie; every other byte of a K block may hold anything.
std::vector<int> halfOffsets(DType type)
{
    if (type == DType::q2_K)
        return { 80, 82 };
    if (type == DType::q3_K)
        return { 108 };
    if (type == DType::q6_K)
        return { 208 };
    return { 0, 2 };
}

/// A matrix of random blocks, as a file would hold it.
std::vector<std::byte> randomRows(DType type, std::int64_t rows, std::int64_t k, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> scale(1e-4f, 2e-3f);
    std::vector<std::byte> bytes(std::size_t(rows) * rowBytes(type, std::uint64_t(k)));
    for (std::byte& byte : bytes)
        byte = std::byte(random());
    for (std::size_t block = 0; block < bytes.size(); block += dtypeInfo(type).blockBytes) {
        for (const int offset : halfOffsets(type)) {
            const std::uint16_t half = f32ToF16(scale(random));
            std::memcpy(bytes.data() + block + std::size_t(offset), &half, sizeof half);
        }
    }
    return bytes;
}

struct Matrix {
    DType type;
    std::int64_t rows;
    std::int64_t k;
    std::vector<std::byte> file;
    std::vector<float> values; ///< dequantised, [rows, k]
    Buffer packed;

    Matrix(DType type, std::int64_t rows, std::int64_t k)
        : type(type)
        , rows(rows)
        , k(k)
        , file(randomRows(type, rows, k, unsigned(rows * 131 + k)))
        , values(std::size_t(rows * k))
        , packed(cpu::packedLayout(type)->packedBytes(rows, k))
    {
        dequantizeRow(type, file.data(), rows * k, values.data());
        cpu::packedLayout(type)->pack(file.data(), rows, k, 0, rows, packed.data());
    }
};

struct Product {
    std::vector<float> y; ///< [nTokens, ldY]
    std::int64_t ldY;

    float at(std::int64_t token, std::int64_t row) const { return y[std::size_t(token * ldY + row)]; }
};

Buffer prepare(const KernelTable& table, const std::vector<float>& x, std::int64_t k, std::int32_t nTokens)
{
    Buffer acts(table.actBytes(cpu::ActKind::q8per256, k, nTokens));
    table.prepareQ8per256({ .x = x.data(), .ldX = k, .k = k, .nTokens = nTokens, .tokenBegin = 0, .tokenEnd = nTokens, .kBegin = 0, .kEnd = k,
        .out = acts.data() });
    return acts;
}

/// Multiplies in the row parts that `cuts` begin.
Product multiply(const KernelTable& table, const Matrix& w, const Buffer& acts, std::int32_t nTokens, const std::vector<std::int64_t>& cuts = { 0 })
{
    const cpu::LinearKernels& kernels = table.linear(w.type);
    Product product { std::vector<float>(std::size_t(nTokens * (w.rows + 3)), kUntouched), w.rows + 3 };
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        Buffer scratch(kernels.scratchBytes(w.k, nTokens));
        kernels.linear({ .weights = w.packed.data(), .k = w.k, .rowBegin = cuts[i], .rowEnd = i + 1 < cuts.size() ? cuts[i + 1] : w.rows,
            .acts = acts.data(), .nTokens = nTokens, .y = product.y.data(), .ldY = product.ldY, .scratch = scratch.data() });
    }
    return product;
}

/// Activations as the kernels round them: int8 with one scale every 256.
std::vector<float> rounded(const std::vector<float>& x)
{
    std::vector<float> values(x.size());
    for (std::size_t block = 0; block < x.size(); block += kSuperBlock) {
        float largest = 0;
        for (std::size_t i = block; i < block + kSuperBlock; ++i)
            largest = std::max(largest, std::abs(x[i]));
        for (std::size_t i = block; i < block + kSuperBlock; ++i)
            values[i] = std::nearbyint(x[i] * (127.0f / largest)) * (largest / 127.0f);
    }
    return values;
}

struct Errors {
    double nmse;      ///< against exact weights times exact activations
    double rounding;  ///< largest difference from exact weights times rounded activations, relative to sum |w x|
    bool outsideKept; ///< nothing was written beside the matrix
};

Errors errorsOf(const Product& product, const Matrix& w, const std::vector<float>& x, std::int32_t nTokens)
{
    const std::vector<float> xRounded = rounded(x);
    Errors errors { 0, 0, true };
    double difference = 0;
    double power = 0;
    for (std::int64_t t = 0; t < nTokens; ++t) {
        for (std::int64_t r = 0; r < w.rows; ++r) {
            double exact = 0;
            double ofRounded = 0;
            double magnitude = 0;
            for (std::int64_t i = 0; i < w.k; ++i) {
                const double weight = w.values[std::size_t(r * w.k + i)];
                exact += weight * x[std::size_t(t * w.k + i)];
                ofRounded += weight * xRounded[std::size_t(t * w.k + i)];
                magnitude += std::abs(weight * xRounded[std::size_t(t * w.k + i)]);
            }
            difference += std::pow(product.at(t, r) - exact, 2);
            power += exact * exact;
            errors.rounding = std::max(errors.rounding, std::abs(product.at(t, r) - ofRounded) / magnitude);
        }
        for (std::int64_t r = w.rows; r < product.ldY; ++r)
            errors.outsideKept = errors.outsideKept && product.at(t, r) == kUntouched;
    }
    errors.nmse = difference / power;
    return errors;
}

void checkProduct(const KernelTable& table, const Matrix& w, std::int32_t nTokens)
{
    INFO(cpu::isaName(table.isa) << " " << dtypeInfo(w.type).name << " rows " << w.rows << " k " << w.k << " tokens " << nTokens);
    const std::vector<float> x = cutaway::test::randomFloats(std::size_t(nTokens * w.k), unsigned(nTokens));
    const Errors errors = errorsOf(multiply(table, w, prepare(table, x, w.k, nTokens), nTokens), w, x, nTokens);
    CHECK(errors.nmse < 5e-4);
    CHECK(errors.rounding < 1e-6);
    CHECK(errors.outsideKept);
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal(a, b, {}, std::bit_cast<std::uint32_t, float>, std::bit_cast<std::uint32_t, float>);
}

void checkShapes(const KernelTable& table)
{
    for (const DType type : kTypes) {
        const Matrix narrow(type, 49, 512);
        for (std::int32_t nTokens = 1; nTokens <= 33; ++nTokens)
            checkProduct(table, narrow, nTokens);
        checkProduct(table, narrow, 48);
        for (const std::int64_t k : { 256, 512, 2048, 4096 }) {
            for (const std::int64_t rows : { 8, 9, 49 }) {
                const Matrix w(type, rows, k);
                for (const std::int32_t nTokens : { 1, 6, 19 })
                    checkProduct(table, w, nTokens);
            }
        }
        checkProduct(table, Matrix(type, 640, 256), 1);
        checkProduct(table, Matrix(type, 640, 256), 17);
        checkProduct(table, Matrix(type, 9, 1280), 512);
    }
}

/// Parts of rows and of tokens give the bits of the whole.
void checkParts(const KernelTable& table)
{
    constexpr std::int32_t kMost = 21;
    for (const DType type : kTypes) {
        const Matrix w(type, 49, 1536);
        const std::vector<float> x = cutaway::test::randomFloats(std::size_t(kMost * w.k), 3);
        const Product whole = multiply(table, w, prepare(table, x, w.k, kMost), kMost);
        for (const std::int32_t nTokens : { 1, 2, 7, 12, kMost }) {
            INFO(cpu::isaName(table.isa) << " " << dtypeInfo(type).name << " tokens " << nTokens);
            const Product parts = multiply(table, w, prepare(table, x, w.k, nTokens), nTokens, { 0, 8, 32, 40 });
            CHECK(sameBits(parts.y, std::vector(whole.y.begin(), whole.y.begin() + std::ptrdiff_t(parts.y.size()))));
        }
    }
}

void checkPreparationInParts(const KernelTable& table)
{
    constexpr std::int64_t kWidth = 1024;
    constexpr std::int32_t kCount = 37;
    const std::vector<float> x = cutaway::test::randomFloats(kWidth * kCount, 5);
    const Buffer whole = prepare(table, x, kWidth, kCount);
    Buffer parts(whole.size());
    for (const std::int32_t token : { 32, 0, 16 }) {
        for (const std::int64_t kBegin : { 256, 0 }) {
            table.prepareQ8per256({ .x = x.data(), .ldX = kWidth, .k = kWidth, .nTokens = kCount, .tokenBegin = token,
                .tokenEnd = std::min(token + 16, kCount), .kBegin = kBegin, .kEnd = kBegin ? kWidth : 256, .out = parts.data() });
        }
    }
    const Matrix w(DType::q6_K, 16, kWidth);
    CHECK(sameBits(multiply(table, w, parts, kCount).y, multiply(table, w, whole, kCount).y));
}

/// Zeros, tiny values, a NaN and an infinity: each token has one of them in its second block.
void checkSpecialActivations(const KernelTable& table)
{
    constexpr std::int64_t kWidth = 512;
    for (const DType type : kTypes) {
        INFO(cpu::isaName(table.isa) << " " << dtypeInfo(type).name);
        const Matrix w(type, 8, kWidth);
        std::vector<float> x(4 * kWidth, 0.0f);
        x[1 * kWidth + 300] = 1e-40f;
        x[2 * kWidth + 300] = std::numeric_limits<float>::quiet_NaN();
        x[3 * kWidth + 300] = -std::numeric_limits<float>::infinity();
        const Product product = multiply(table, w, prepare(table, x, kWidth, 4), 4);
        for (std::int64_t r = 0; r < w.rows; ++r) {
            CHECK(product.at(0, r) == 0);
            CHECK(product.at(1, r) == 0);
            CHECK(std::isnan(product.at(2, r)));
            CHECK(!std::isfinite(product.at(3, r)));
        }
    }
}

/// The largest quants and activations everywhere: sums in 16-bit lanes must not saturate.
void checkExtremes(const KernelTable& table)
{
    for (const DType type : kTypes) {
        for (const float sign : { 1.0f, -1.0f }) {
            Matrix w(type, 8, 256);
            const std::uint16_t half = f32ToF16(1e-3f);
            std::ranges::fill(w.file, std::byte(0xff));
            for (std::size_t block = 0; block < w.file.size(); block += dtypeInfo(type).blockBytes) {
                for (const int offset : halfOffsets(type))
                    std::memcpy(w.file.data() + block + std::size_t(offset), &half, sizeof half);
            }
            dequantizeRow(type, w.file.data(), w.rows * w.k, w.values.data());
            cpu::packedLayout(type)->pack(w.file.data(), w.rows, w.k, 0, w.rows, w.packed.data());
            for (const std::int32_t nTokens : { 1, 16 }) {
                INFO(cpu::isaName(table.isa) << " " << dtypeInfo(type).name << " tokens " << nTokens << " sign " << sign);
                const std::vector<float> x(std::size_t(nTokens * w.k), sign);
                CHECK(errorsOf(multiply(table, w, prepare(table, x, w.k, nTokens), nTokens), w, x, nTokens).rounding < 1e-6);
            }
        }
    }
}

/// Largest difference of two products relative to sum |w x| of its element.
double largestDifference(const Product& a, const Product& b, const Matrix& w, const std::vector<float>& x, std::int32_t nTokens)
{
    double largest = 0;
    for (std::int64_t t = 0; t < nTokens; ++t) {
        for (std::int64_t r = 0; r < w.rows; ++r) {
            double magnitude = 0;
            for (std::int64_t i = 0; i < w.k; ++i)
                magnitude += std::abs(double(w.values[std::size_t(r * w.k + i)]) * x[std::size_t(t * w.k + i)]);
            largest = std::max(largest, std::abs(double(a.at(t, r)) - b.at(t, r)) / magnitude);
        }
    }
    return largest;
}

/// The table of an instruction set, when this processor has it and this build has it for the K types.
const KernelTable* avx2() { return cpu::kernelTable(cpu::Isa::avx2); }
const KernelTable& generic() { return *cpu::kernelTable(cpu::Isa::generic); }
constexpr auto kNoAvx2 = "this processor has no AVX2";

} // namespace

TEST_CASE("K types pack without growing and unpack to the bit")
{
    for (const DType type : kTypes) {
        const cpu::PackedLayout& layout = *cpu::packedLayout(type);
        CHECK(layout.acts == cpu::ActKind::q8per256);
        for (const std::int64_t rows : { 1, 8, 9, 21 }) {
            INFO(dtypeInfo(type).name << " rows " << rows);
            const Matrix w(type, rows, 768);
            const std::int64_t padded = (rows + cpu::kRowTile - 1) / cpu::kRowTile * cpu::kRowTile;
            CHECK(w.packed.size() == std::size_t(padded) * rowBytes(type, std::uint64_t(w.k)));
            std::vector<float> out(w.values.size());
            for (std::int64_t row = 0; row < rows; ++row)
                layout.unpackRow(w.packed.data(), w.k, row, out.data() + row * w.k);
            CHECK(sameBits(out, w.values));
            for (std::int64_t row = rows; row < padded; ++row) {
                std::vector<float> padding(std::size_t(w.k), 1.0f);
                layout.unpackRow(w.packed.data(), w.k, row, padding.data());
                CHECK(std::ranges::all_of(padding, [](float value) { return value == 0; }));
            }
        }
    }
}

TEST_CASE("K types packed in streamed parts equal the whole")
{
    for (const DType type : kTypes) {
        const Matrix w(type, 29, 512);
        const std::size_t stride = rowBytes(type, std::uint64_t(w.k));
        Buffer streamed(w.packed.size());
        for (const std::int64_t begin : { 24, 0, 8 }) {
            const std::int64_t end = begin == 0 ? 8 : begin == 8 ? 24 : w.rows;
            cpu::packedLayout(type)->pack(w.file.data() + std::size_t(begin) * stride, w.rows, w.k, begin, end, streamed.data());
        }
        INFO(dtypeInfo(type).name);
        CHECK(std::equal(streamed.data(), streamed.data() + streamed.size(), w.packed.data()));
    }
}

TEST_CASE("K types, generic: products are those of doubles") { checkShapes(generic()); }
TEST_CASE("K types, generic: parts give the bits of the whole")
{
    checkParts(generic());
    checkPreparationInParts(generic());
}
TEST_CASE("K types, generic: special activations") { checkSpecialActivations(generic()); }
TEST_CASE("K types, generic: extreme quants do not saturate") { checkExtremes(generic()); }

TEST_CASE("K types, avx2: products are those of doubles")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkShapes(*avx2());
}

TEST_CASE("K types, avx2: parts give the bits of the whole")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkParts(*avx2());
    checkPreparationInParts(*avx2());
}

TEST_CASE("K types, avx2: special activations")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkSpecialActivations(*avx2());
}

TEST_CASE("K types, avx2: extreme quants do not saturate")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkExtremes(*avx2());
}

TEST_CASE("K types: avx2 and generic agree")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    for (const DType type : kTypes) {
        const Matrix w(type, 49, 2048);
        for (const std::int32_t nTokens : { 1, 3, 150 }) {
            INFO(dtypeInfo(type).name << " tokens " << nTokens);
            const std::vector<float> x = cutaway::test::randomFloats(std::size_t(nTokens * w.k), 7);
            const Product fast = multiply(*avx2(), w, prepare(*avx2(), x, w.k, nTokens), nTokens);
            const Product portable = multiply(generic(), w, prepare(generic(), x, w.k, nTokens), nTokens);
            CHECK(largestDifference(fast, portable, w, x, nTokens) < 1e-6);
        }
    }
}
