#pragma once
#include "kernels/cpu/kernel_table.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/// What the tests of linear kernels share: random matrices, products in parts, and exact sums to compare with.
namespace cutaway::test {

/// Exactly as many bytes as asked for, aligned as the kernels want them, so that a sanitizer sees every step beyond.
class Buffer {
public:
    explicit Buffer(std::size_t bytes);
    std::byte* data() { return m_bytes.get(); }
    const std::byte* data() const { return m_bytes.get(); }
    std::size_t size() const { return m_size; }

private:
    struct Free {
        void operator()(std::byte* bytes) const;
    };
    std::unique_ptr<std::byte, Free> m_bytes;
    std::size_t m_size;
};

/// A matrix of random blocks, as a file would hold it. Scales are positive and near each other, every other byte may hold anything.
std::vector<std::byte> randomRows(kernels::DType type, std::int64_t rows, std::int64_t k, unsigned seed);
/// The same with every byte but the scales set to `pattern`.
std::vector<std::byte> patternRows(kernels::DType type, std::int64_t rows, std::int64_t k, std::byte pattern);
/// Every quantised type that has kernels.
std::vector<kernels::DType> linearTypes();
/// Elements that rows of a type are a multiple of: its blocks and those of its activations.
std::int64_t widthUnit(kernels::DType type);
bool sameBits(const std::vector<float>& a, const std::vector<float>& b);

struct Matrix {
    kernels::DType type;
    std::int64_t rows;
    std::int64_t k;
    std::vector<std::byte> file;
    std::vector<float> values; ///< dequantised, [rows, k]
    Buffer packed;

    Matrix(kernels::DType type, std::int64_t rows, std::int64_t k);
    Matrix(kernels::DType type, std::int64_t rows, std::int64_t k, std::vector<std::byte> file);
};

/// Activations in the form that the weight type asks for.
Buffer prepare(
    const kernels::cpu::KernelTable& table, kernels::DType type, const std::vector<float>& x, std::int64_t k, std::int32_t nTokens);

/// What places beside the matrix hold before and after a product.
inline constexpr float kUntouched = -12345.5f;
struct Product {
    std::vector<float> y; ///< [nTokens, ldY]; the last columns of each row lie outside
    std::int64_t ldY;

    float at(std::int64_t token, std::int64_t row) const { return y[std::size_t(token * ldY + row)]; }
};
/// Multiplies in the row parts that `cuts` begin.
Product multiply(const kernels::cpu::KernelTable& table, const Matrix& w, const Buffer& acts, std::int32_t nTokens,
    const std::vector<std::int64_t>& cuts = { 0 });

/// Products in double precision of one matrix with the tokens of x.
class ExactProduct {
public:
    ExactProduct(const Matrix& w, const std::vector<float>& x, std::int32_t nTokens);

    struct Errors {
        double nmse;      ///< against exact weights times exact activations
        double rounding;  ///< largest difference from exact weights times rounded activations, relative to sum |w x|
        bool outsideKept; ///< nothing was written beside the matrix
    };
    /// @param product  of the first tokens of x; how many follows from its size
    Errors errorsOf(const Product& product) const;
    /// Largest difference of two products relative to sum |w x| of its element.
    double largestDifference(const Product& a, const Product& b) const;

private:
    struct Sums {
        double exact;
        double ofRounded;
        double magnitude;
    };
    std::int64_t m_rows;
    std::vector<Sums> m_sums; ///< [nTokens, rows]
};

} // namespace cutaway::test
