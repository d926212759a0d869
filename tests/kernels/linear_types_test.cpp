#include "kernels/cpu/kernel_table.h"
#include "kernels/types/dequant.h"
#include "tests/kernels/cpu/tables.h"
#include "tests/kernels/linear_harness.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace cutaway;
using namespace cutaway::kernels;
using cpu::KernelTable;
using test::Matrix;
using test::Product;

namespace {

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

void checkShapes(const KernelTable& table, DType type)
{
    const std::int64_t unit = test::widthUnit(type);
    std::vector<std::int32_t> everyCount { 48 };
    for (std::int32_t nTokens = 1; nTokens <= 33; ++nTokens)
        everyCount.push_back(nTokens);
    checkTokens(table, Matrix(type, 49, unit <= 64 ? 576 : 512), everyCount);
    for (const std::int64_t units : { 1, 2, 16 }) {
        for (const std::int64_t rows : { 8, 9, 49 })
            checkTokens(table, Matrix(type, rows, units * unit), { 1, 6, 19 });
    }
    checkTokens(table, Matrix(type, 9, 4096), { 1, 6, 19 });
    checkTokens(table, Matrix(type, 576, 256), { 1, 17 });
    checkTokens(table, Matrix(type, 9, 1280), { 512 });
}

/// Parts of rows, and any number of tokens beside, give the bits of the whole.
void checkParts(const KernelTable& table, DType type)
{
    constexpr std::int32_t kMost = 21;
    const Matrix w(type, 49, 1536);
    const std::vector<float> x = test::randomFloats(std::size_t(kMost * w.k), 3);
    const Product whole = test::multiply(table, w, test::prepare(table, type, x, w.k, kMost), kMost);
    for (const std::int32_t nTokens : { 1, 2, 7, 12, kMost }) {
        INFO("tokens " << nTokens);
        const Product parts = test::multiply(table, w, test::prepare(table, type, x, w.k, nTokens), nTokens, { 0, 8, 32, 40 });
        CHECK(test::sameBits(parts.y, std::vector(whole.y.begin(), whole.y.begin() + std::ptrdiff_t(parts.y.size()))));
    }
}

/// Activations prepared in parts of tokens and of width.
void checkPreparation(const KernelTable& table, DType type, void (*prepare)(const cpu::ActArgs&) noexcept)
{
    const std::int64_t unit = test::widthUnit(type);
    const std::int64_t width = 19 * unit;
    const std::int64_t cut = 3 * unit;
    constexpr std::int32_t kCount = 37;
    const std::vector<float> x = test::randomFloats(std::size_t(width * kCount), 5);
    const test::Buffer whole = test::prepare(table, type, x, width, kCount);
    test::Buffer parts(whole.size());
    for (const std::int32_t token : { 32, 0, 16 }) {
        for (const std::int64_t kBegin : { cut, std::int64_t(0) }) {
            prepare({ .x = x.data(),
                .ldX = width,
                .k = width,
                .nTokens = kCount,
                .tokenBegin = token,
                .tokenEnd = std::min(token + 16, kCount),
                .kBegin = kBegin,
                .kEnd = kBegin ? width : cut,
                .out = parts.data() });
        }
    }
    const Matrix w(type, 16, width);
    CHECK(test::sameBits(test::multiply(table, w, parts, kCount).y, test::multiply(table, w, whole, kCount).y));
}

/// Zeros, a value too small to scale, a NaN and an infinity: the last token has one of them in its second block.
void checkSpecialActivations(const KernelTable& table, DType type)
{
    const std::int64_t width = 3 * test::widthUnit(type);
    const Matrix w(type, 8, width);
    for (const std::int32_t nTokens : { 1, 4, 16 }) {
        for (const float special : { 0.0f, 1e-40f, std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity() }) {
            INFO("tokens " << nTokens << " value " << special);
            std::vector<float> x(std::size_t(nTokens * width), 0.0f);
            x[std::size_t((nTokens - 1) * width + width / 2)] = special;
            const Product product = test::multiply(table, w, test::prepare(table, type, x, width, nTokens), nTokens);
            for (std::int32_t t = 0; t < nTokens; ++t) {
                for (std::int64_t r = 0; r < w.rows; ++r) {
                    if (t + 1 == nTokens && !std::isfinite(special))
                        CHECK(!std::isfinite(product.at(t, r)));
                    else
                        CHECK(product.at(t, r) == 0);
                }
            }
        }
    }
}

/// The largest and the smallest quants with the largest activations: sums in 16-bit lanes must not saturate.
void checkExtremes(const KernelTable& table, DType type)
{
    for (const int pattern : { 0x00, 0x7f, 0x80, 0xff }) {
        const Matrix w(type, 8, 256, test::patternRows(type, 8, 256, std::byte(pattern)));
        for (const float sign : { 1.0f, -1.0f }) {
            for (const std::int32_t nTokens : { 1, 5, 16 }) {
                INFO("bytes " << pattern << " tokens " << nTokens << " sign " << sign);
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

/// Runs a check for every type on every instruction set of this processor.
template <typename Check> void onEach(Check check)
{
    for (const KernelTable* table : test::availableTables()) {
        for (const DType type : test::linearTypes()) {
            INFO(cpu::isaName(table->isa) << " " << dtypeInfo(type).name);
            REQUIRE(table->linear(type).linear);
            check(*table, type);
        }
    }
}

} // namespace

TEST_CASE("every type that blocks of weights are written in has kernels")
{
    for (const DTypeInfo& info : dtypes()) {
        INFO(info.name);
        const bool ofActivations = info.type == DType::q8_1 || info.type == DType::q8_K;
        CHECK((cpu::packedLayout(info.type) != nullptr) == (dequantizer(info.type) != nullptr && !ofActivations));
    }
}

TEST_CASE("weights pack without growing and unpack to the bit")
{
    for (const DType type : test::linearTypes()) {
        const cpu::PackedLayout& layout = *cpu::packedLayout(type);
        for (const std::int64_t rows : { 1, 8, 9, 21 }) {
            INFO(dtypeInfo(type).name << " rows " << rows);
            const Matrix w(type, rows, 3 * test::widthUnit(type));
            const std::int64_t stored = std::int64_t(w.packed.size() / rowBytes(type, std::uint64_t(w.k)));
            CHECK((stored == rows || stored == (rows + cpu::kRowTile - 1) / cpu::kRowTile * cpu::kRowTile));
            std::vector<float> out(w.values.size());
            for (std::int64_t row = 0; row < rows; ++row)
                layout.unpackRow(w.packed.data(), w.k, row, out.data() + row * w.k);
            CHECK(test::sameBits(out, w.values));
            for (std::int64_t row = rows; row < stored; ++row) {
                std::vector<float> padding(std::size_t(w.k), 1.0f);
                layout.unpackRow(w.packed.data(), w.k, row, padding.data());
                CHECK(std::ranges::all_of(padding, [](float value) { return value == 0; }));
            }
        }
    }
}

TEST_CASE("weights packed in streamed parts equal the whole")
{
    for (const DType type : test::linearTypes()) {
        const Matrix w(type, 29, 2 * test::widthUnit(type));
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

TEST_CASE("products are those of doubles") { onEach(checkShapes); }
TEST_CASE("parts give the bits of the whole") { onEach(checkParts); }
TEST_CASE("special activations") { onEach(checkSpecialActivations); }
TEST_CASE("extreme quants do not saturate") { onEach(checkExtremes); }

TEST_CASE("activations prepared in parts give the bits of the whole")
{
    for (const KernelTable* table : test::availableTables()) {
        INFO(cpu::isaName(table->isa));
        checkPreparation(*table, DType::q4_1, table->prepareQ8per32);
        checkPreparation(*table, DType::q6_K, table->prepareQ8per256);
    }
}

TEST_CASE("instruction sets agree")
{
    const std::vector<const KernelTable*> tables = test::availableTables();
    for (const DType type : test::linearTypes()) {
        const Matrix w(type, 49, 2048);
        for (const std::int32_t nTokens : { 1, 3, 150 }) {
            INFO(dtypeInfo(type).name << " tokens " << nTokens);
            const std::vector<float> x = test::randomFloats(std::size_t(nTokens * w.k), 7);
            const test::ExactProduct exact(w, x, nTokens);
            const Product first = test::multiply(*tables.front(), w, test::prepare(*tables.front(), type, x, w.k, nTokens), nTokens);
            const Product last = test::multiply(*tables.back(), w, test::prepare(*tables.back(), type, x, w.k, nTokens), nTokens);
            CHECK(exact.largestDifference(first, last) < 1e-6);
        }
    }
}
