#include "kernels/cpu/kernel_table.h"
#include "kernels/types/dequant.h"
#include "kernels/types/f16.h"

#include "tests/kernels/linear_harness.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace cutaway;
using namespace cutaway::kernels;
using cpu::KernelTable;
using test::Matrix;
using test::Product;

namespace {

constexpr DType kTypes[] { DType::q4_0, DType::q4_1, DType::q5_0, DType::q5_1, DType::q8_0 };

void checkTokens(const KernelTable& table, const Matrix& w, const std::vector<std::int32_t>& tokens)
{
    const std::int32_t most = std::ranges::max(tokens);
    const std::vector<float> x = test::randomFloats(std::size_t(most * w.k), unsigned(most));
    const test::ExactProduct exact(w, x, most);
    for (const std::int32_t nTokens : tokens) {
        INFO(cpu::isaName(table.isa) << " " << dtypeInfo(w.type).name << " rows " << w.rows << " k " << w.k << " tokens " << nTokens);
        const auto errors = exact.errorsOf(test::multiply(table, w, test::prepare(table, w.type, x, w.k, nTokens), nTokens));
        CHECK(errors.nmse < 5e-4);
        CHECK(errors.rounding < 1e-6);
        CHECK(errors.outsideKept);
    }
}

void checkShapes(const KernelTable& table)
{
    std::vector<std::int32_t> everyCount { 48 };
    for (std::int32_t nTokens = 1; nTokens <= 33; ++nTokens)
        everyCount.push_back(nTokens);
    for (const DType type : kTypes) {
        checkTokens(table, Matrix(type, 49, 576), everyCount);
        for (const std::int64_t k : { 32, 64, 576, 1536, 4096 }) {
            for (const std::int64_t rows : { 8, 9, 49 })
                checkTokens(table, Matrix(type, rows, k), { 1, 6, 19 });
        }
        checkTokens(table, Matrix(type, 576, 576), { 1, 17 });
        checkTokens(table, Matrix(type, 9, 1536), { 512 });
    }
}

/// Parts of rows, and any number of tokens beside, give the bits of the whole.
void checkParts(const KernelTable& table)
{
    constexpr std::int32_t kMost = 21;
    for (const DType type : kTypes) {
        const Matrix w(type, 49, 1536);
        const std::vector<float> x = test::randomFloats(std::size_t(kMost * w.k), 3);
        const Product whole = test::multiply(table, w, test::prepare(table, type, x, w.k, kMost), kMost);
        for (const std::int32_t nTokens : { 1, 2, 7, 12, kMost }) {
            INFO(cpu::isaName(table.isa) << " " << dtypeInfo(type).name << " tokens " << nTokens);
            const Product parts = test::multiply(table, w, test::prepare(table, type, x, w.k, nTokens), nTokens, { 0, 8, 32, 40 });
            CHECK(test::sameBits(parts.y, std::vector(whole.y.begin(), whole.y.begin() + std::ptrdiff_t(parts.y.size()))));
        }
    }
}

void checkPreparationInParts(const KernelTable& table)
{
    constexpr std::int64_t kWidth = 608;
    constexpr std::int32_t kCount = 37;
    const std::vector<float> x = test::randomFloats(kWidth * kCount, 5);
    const test::Buffer whole = test::prepare(table, DType::q4_1, x, kWidth, kCount);
    test::Buffer parts(whole.size());
    for (const std::int32_t token : { 32, 0, 16 }) {
        for (const std::int64_t kBegin : { 96, 0 }) {
            table.prepareQ8per32({ .x = x.data(), .ldX = kWidth, .k = kWidth, .nTokens = kCount, .tokenBegin = token,
                .tokenEnd = std::min(token + 16, kCount), .kBegin = kBegin, .kEnd = kBegin ? kWidth : 96, .out = parts.data() });
        }
    }
    const Matrix w(DType::q4_1, 16, kWidth);
    CHECK(test::sameBits(test::multiply(table, w, parts, kCount).y, test::multiply(table, w, whole, kCount).y));
}

/// Zeros, a value too small to scale, a NaN and an infinity: each token has one of them in its second block.
void checkSpecialActivations(const KernelTable& table)
{
    constexpr std::int64_t kWidth = 96;
    for (const std::int32_t nTokens : { 1, 4, 16 }) {
        for (const DType type : kTypes) {
            const Matrix w(type, 8, kWidth);
            for (const float special : { 0.0f, 1e-40f, std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity() }) {
                INFO(cpu::isaName(table.isa) << " " << dtypeInfo(type).name << " tokens " << nTokens << " value " << special);
                std::vector<float> x(std::size_t(nTokens * kWidth), 0.0f);
                x[std::size_t(nTokens - 1) * kWidth + 50] = special;
                const Product product = test::multiply(table, w, test::prepare(table, type, x, kWidth, nTokens), nTokens);
                for (std::int32_t t = 0; t < nTokens; ++t) {
                    for (std::int64_t r = 0; r < w.rows; ++r) {
                        if (t + 1 == nTokens && !std::isfinite(special))
                            CHECK(std::isnan(product.at(t, r)));
                        else
                            CHECK(product.at(t, r) == 0);
                    }
                }
            }
        }
    }
}

/// The largest and the smallest quants with the largest activations: sums in 16-bit lanes must not saturate.
void checkExtremes(const KernelTable& table)
{
    const std::uint16_t scale = f32ToF16(1e-3f);
    for (const DType type : kTypes) {
        for (const int pattern : { 0x00, 0x7f, 0x80, 0xff }) {
            std::vector<std::byte> file(8 * rowBytes(type, 64), std::byte(pattern));
            for (std::size_t block = 0; block < file.size(); block += dtypeInfo(type).blockBytes) {
                std::memcpy(file.data() + block, &scale, sizeof scale);
                if (type == DType::q4_1 || type == DType::q5_1)
                    std::memcpy(file.data() + block + 2, &scale, sizeof scale);
            }
            const Matrix w(type, 8, 64, file);
            for (const float sign : { 1.0f, -1.0f }) {
                for (const std::int32_t nTokens : { 1, 5, 16 }) {
                    INFO(cpu::isaName(table.isa) << " " << dtypeInfo(type).name << " bytes " << pattern << " tokens " << nTokens << " sign " << sign);
                    const std::vector<float> x(std::size_t(nTokens * w.k), sign);
                    const Product product = test::multiply(table, w, test::prepare(table, type, x, w.k, nTokens), nTokens);
                    if (std::ranges::any_of(w.values, [](float value) { return value != 0; }))
                        CHECK(test::ExactProduct(w, x, nTokens).errorsOf(product).rounding < 1e-6);
                    else
                        CHECK(product.at(0, 0) == 0);
                }
            }
        }
    }
}

const KernelTable* avx2() { return cpu::kernelTable(cpu::Isa::avx2); }
const KernelTable& generic() { return *cpu::kernelTable(cpu::Isa::generic); }
constexpr auto kNoAvx2 = "this processor has no AVX2";

} // namespace

TEST_CASE("legacy types pack without growing and unpack to the bit")
{
    for (const DType type : kTypes) {
        const cpu::PackedLayout& layout = *cpu::packedLayout(type);
        CHECK(layout.acts == cpu::ActKind::q8per32);
        for (const std::int64_t rows : { 1, 8, 9, 21 }) {
            INFO(dtypeInfo(type).name << " rows " << rows);
            const Matrix w(type, rows, 608);
            const std::int64_t padded = (rows + cpu::kRowTile - 1) / cpu::kRowTile * cpu::kRowTile;
            CHECK(w.packed.size() == std::size_t(padded) * rowBytes(type, std::uint64_t(w.k)));
            std::vector<float> out(w.values.size());
            for (std::int64_t row = 0; row < rows; ++row)
                layout.unpackRow(w.packed.data(), w.k, row, out.data() + row * w.k);
            CHECK(test::sameBits(out, w.values));
            for (std::int64_t row = rows; row < padded; ++row) {
                std::vector<float> padding(std::size_t(w.k), 1.0f);
                layout.unpackRow(w.packed.data(), w.k, row, padding.data());
                CHECK(std::ranges::all_of(padding, [](float value) { return value == 0; }));
            }
        }
    }
}

TEST_CASE("legacy types packed in streamed parts equal the whole")
{
    for (const DType type : kTypes) {
        const Matrix w(type, 29, 96);
        const std::size_t stride = rowBytes(type, std::uint64_t(w.k));
        test::Buffer streamed(w.packed.size());
        for (const std::int64_t begin : { 24, 0, 8 }) {
            const std::int64_t end = begin == 0 ? 8 : begin == 8 ? 24 : w.rows;
            cpu::packedLayout(type)->pack(w.file.data() + std::size_t(begin) * stride, w.rows, w.k, begin, end, streamed.data());
        }
        INFO(dtypeInfo(type).name);
        CHECK(std::equal(streamed.data(), streamed.data() + streamed.size(), w.packed.data()));
    }
}

TEST_CASE("legacy types, generic: products are those of doubles") { checkShapes(generic()); }
TEST_CASE("legacy types, generic: parts give the bits of the whole")
{
    checkParts(generic());
    checkPreparationInParts(generic());
}
TEST_CASE("legacy types, generic: special activations") { checkSpecialActivations(generic()); }
TEST_CASE("legacy types, generic: extreme quants do not saturate") { checkExtremes(generic()); }

TEST_CASE("legacy types, avx2: products are those of doubles")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkShapes(*avx2());
}

TEST_CASE("legacy types, avx2: parts give the bits of the whole")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkParts(*avx2());
    checkPreparationInParts(*avx2());
}

TEST_CASE("legacy types, avx2: special activations")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkSpecialActivations(*avx2());
}

TEST_CASE("legacy types, avx2: extreme quants do not saturate")
{
    if (!avx2())
        CUTAWAY_SKIP(kNoAvx2);
    checkExtremes(*avx2());
}
