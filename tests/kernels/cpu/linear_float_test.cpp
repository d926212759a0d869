#include "kernels/types/dequant.h"
#include "kernels/types/f16.h"
#include "tests/kernels/cpu/tables.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <cstring>
#include <limits>

using namespace cutaway;
using namespace cutaway::kernels;
using namespace cutaway::kernels::cpu;
using test::AlignedBytes;
using test::availableTables;
using test::nmse;
using test::Noise;

namespace {

constexpr DType kTypes[] { DType::f32, DType::f16, DType::bf16 };

/// A matrix as a file stores it.
std::vector<std::byte> fileRows(DType type, std::int64_t rows, std::int64_t k, Noise& noise)
{
    std::vector<std::byte> bytes(rowBytes(type, std::uint64_t(k)) * std::size_t(rows));
    const std::size_t size = dtypeInfo(type).blockBytes;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        const float value = noise.next();
        const std::uint16_t half = type == DType::f16 ? f32ToF16(value) : f32ToBf16(value);
        std::memcpy(bytes.data() + at, type == DType::f32 ? static_cast<const void*>(&value) : &half, size);
    }
    return bytes;
}

/// A packed matrix, and its numbers.
struct Matrix {
    DType type;
    std::int64_t rows;
    std::int64_t k;
    AlignedBytes packed;
    std::vector<float> values; ///< [rows, k]

    Matrix(DType weightType, std::int64_t nRows, std::int64_t nColumns, Noise& noise)
        : type(weightType), rows(nRows), k(nColumns), packed(packedLayout(type)->packedBytes(rows, k)), values(std::size_t(rows * k))
    {
        const std::vector<std::byte> file = fileRows(type, rows, k, noise);
        packedLayout(type)->pack(file.data(), rows, k, 0, rows, packed.data());
        dequantizeRow(type, file.data(), rows * k, values.data());
    }
};

/// @return [nTokens, rows]; rows outside [rowBegin, rowEnd) stay NaN
std::vector<float> multiply(const KernelTable& table, const Matrix& m, const std::vector<float>& x, std::int32_t nTokens,
    std::int64_t rowBegin, std::int64_t rowEnd)
{
    const LinearKernels& kernels = table.linear(m.type);
    const AlignedBytes scratch(kernels.scratchBytes(m.k, nTokens));
    std::vector<float> y(std::size_t(nTokens * m.rows), std::numeric_limits<float>::quiet_NaN());
    kernels.linear({ .weights = m.packed.data(), .k = m.k, .rowBegin = rowBegin, .rowEnd = rowEnd,
        .acts = reinterpret_cast<const std::byte*>(x.data()), .nTokens = nTokens, .y = y.data(), .ldY = m.rows, .scratch = scratch.data() });
    return y;
}

std::vector<float> reference(const Matrix& m, const std::vector<float>& x, std::int32_t nTokens)
{
    std::vector<float> y;
    for (std::int64_t t = 0; t < nTokens; ++t) {
        for (std::int64_t r = 0; r < m.rows; ++r) {
            double sum = 0;
            for (std::int64_t i = 0; i < m.k; ++i)
                sum += double(m.values[std::size_t(r * m.k + i)]) * x[std::size_t(t * m.k + i)];
            y.push_back(float(sum));
        }
    }
    return y;
}

} // namespace

TEST_CASE("Plain weights stay as the file has them, packed in runs of rows or at once")
{
    for (const DType type : kTypes) {
        CAPTURE(dtypeInfo(type).name);
        Noise noise { 1 };
        constexpr std::int64_t rows = 21, k = 13;
        const PackedLayout& layout = *packedLayout(type);
        const std::vector<std::byte> file = fileRows(type, rows, k, noise);
        REQUIRE(layout.packedBytes(rows, k) == file.size());
        CHECK(layout.acts == ActKind::f32);
        std::vector<std::byte> packed(file.size());
        const std::size_t firstRun = rowBytes(type, k) * 16;
        layout.pack(file.data(), rows, k, 0, 16, packed.data());
        layout.pack(file.data() + firstRun, rows, k, 16, rows, packed.data());
        CHECK(packed == file);
        std::vector<float> expected(rows * k), row(k);
        dequantizeRow(type, file.data(), rows * k, expected.data());
        layout.unpackRow(packed.data(), k, 20, row.data());
        CHECK(std::equal(row.begin(), row.end(), expected.begin() + 20 * k));
    }
}

TEST_CASE("Float linear layers agree with double precision for every batch, odd sizes too")
{
    for (const KernelTable* table : availableTables()) {
        for (const DType type : kTypes) {
            for (const auto& [rows, k] : { std::pair(1, 1), { 8, 7 }, { 37, 33 }, { 150, 64 }, { 24, 576 }, { 40, 515 } }) {
                Noise noise { std::uint64_t(k) };
                const Matrix m(type, rows, k, noise);
                for (const std::int32_t nTokens : { 1, 2, 3, 4, 5, 7, 8, 9, 16, 23, 203 }) {
                    CAPTURE(isaName(table->isa), dtypeInfo(type).name, rows, k, nTokens);
                    const auto x = noise.vector(std::size_t(nTokens * k));
                    CHECK(nmse(multiply(*table, m, x, nTokens, 0, rows), reference(m, x, nTokens)) < 1e-12);
                }
            }
        }
    }
}

TEST_CASE("A row's result does not depend on how rows are divided, bit for bit, and no other row is touched")
{
    for (const KernelTable* table : availableTables()) {
        for (const DType type : kTypes) {
            for (const std::int32_t nTokens : { 1, 2, 3, 5, 20 }) {
                CAPTURE(isaName(table->isa), dtypeInfo(type).name, nTokens);
                Noise noise { 3 };
                constexpr std::int64_t rows = 301, k = 261;
                const Matrix m(type, rows, k, noise);
                const auto x = noise.vector(std::size_t(nTokens * k));
                const auto whole = multiply(*table, m, x, nTokens, 0, rows);
                for (const auto& [begin, end] : { std::pair(0, 8), { 8, 24 }, { 24, 160 }, { 160, 301 } }) {
                    const auto part = multiply(*table, m, x, nTokens, begin, end);
                    bool equal = true;
                    for (std::int64_t i = 0; i < nTokens * rows; ++i) {
                        const bool inside = i % rows >= begin && i % rows < end;
                        equal = equal && (inside ? part[std::size_t(i)] == whole[std::size_t(i)] : part[std::size_t(i)] != part[std::size_t(i)]);
                    }
                    CHECK(equal);
                }
            }
        }
    }
}

TEST_CASE("Small batches give each token the bits that it gets alone")
{
    for (const KernelTable* table : availableTables()) {
        for (const DType type : kTypes) {
            for (const std::int32_t nTokens : { 2, 3, 4, 8, 16 }) {
                CAPTURE(isaName(table->isa), dtypeInfo(type).name, nTokens);
                Noise noise { 4 };
                constexpr std::int64_t rows = 29, k = 99;
                const Matrix m(type, rows, k, noise);
                const auto x = noise.vector(std::size_t(nTokens * k));
                std::vector<float> alone;
                for (std::int64_t t = 0; t < nTokens; ++t) {
                    const auto y = multiply(*table, m, std::vector<float>(x.begin() + t * k, x.begin() + (t + 1) * k), 1, 0, rows);
                    alone.insert(alone.end(), y.begin(), y.end());
                }
                CHECK(multiply(*table, m, x, nTokens, 0, rows) == alone);
            }
        }
    }
}
