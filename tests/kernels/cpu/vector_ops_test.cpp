#include "tests/kernels/cpu/tables.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <cmath>

using namespace cutaway;
using namespace cutaway::kernels::cpu;
using test::availableTables;
using test::Noise;

namespace {

constexpr std::int64_t kSizes[] { 1, 7, 8, 9, 31, 33, 64, 576, 577, 1536 };

/// sum((ours - expected)^2) / sum(expected^2) in double.
double error(const std::vector<float>& ours, const std::vector<double>& expected)
{
    double difference = 0, power = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference += (ours[i] - expected[i]) * (ours[i] - expected[i]);
        power += expected[i] * expected[i];
    }
    return difference / power;
}

/// `count` values from -range to range, zero among them when count is odd.
std::vector<float> sweep(std::size_t count, float range)
{
    std::vector<float> x(count);
    for (std::size_t i = 0; i < count; ++i)
        x[i] = range * (2.0f * float(i) / float(count - 1) - 1.0f);
    return x;
}

/// A vector with `guard` behind it, to see that a kernel writes no further.
std::vector<float> guarded(std::int64_t n, float guard)
{
    return std::vector<float>(std::size_t(n) + 8, guard);
}

bool guardHolds(const std::vector<float>& y, std::int64_t n, float guard)
{
    for (std::size_t i = std::size_t(n); i < y.size(); ++i) {
        if (y[i] != guard)
            return false;
    }
    return true;
}

} // namespace

TEST_CASE("rmsNorm agrees with double precision for every size, with and without weights")
{
    for (const KernelTable* table : availableTables()) {
        for (const std::int64_t n : kSizes) {
            CAPTURE(isaName(table->isa), n);
            Noise noise { std::uint64_t(n) };
            const std::vector<float> x = noise.vector(std::size_t(n), 3), w = noise.vector(std::size_t(n));
            constexpr float eps = 1e-5f;
            double sum = 0;
            for (const float v : x)
                sum += double(v) * v;
            const double factor = 1 / std::sqrt(sum / double(n) + eps);
            std::vector<double> plain, weighted;
            for (std::size_t i = 0; i < x.size(); ++i) {
                plain.push_back(x[i] * factor);
                weighted.push_back(x[i] * factor * w[i]);
            }
            std::vector<float> y = guarded(n, 7);
            table->rmsNorm(x.data(), w.data(), eps, n, y.data());
            CHECK(error(y, weighted) < 1e-13);
            CHECK(guardHolds(y, n, 7));
            y = x;
            table->rmsNorm(y.data(), nullptr, eps, n, y.data());
            CHECK(error(y, plain) < 1e-13);
        }
    }
}

TEST_CASE("rope rotates the pairs that its layout names and leaves the rest of the head alone")
{
    for (const KernelTable* table : availableTables()) {
        for (const std::int32_t nRot : { 2, 14, 16, 20, 64, 80, 128 }) {
            for (const bool interleaved : { false, true }) {
                CAPTURE(isaName(table->isa), nRot, interleaved);
                Noise noise { std::uint64_t(nRot) };
                const std::size_t half = std::size_t(nRot) / 2;
                const std::vector<float> x = noise.vector(std::size_t(nRot) + 8);
                std::vector<float> cosSin;
                std::vector<double> expected(x.begin(), x.end());
                for (std::size_t i = 0; i < half; ++i) {
                    const double angle = noise.next(3);
                    cosSin.push_back(float(std::cos(angle)));
                    cosSin.push_back(float(std::sin(angle)));
                    const std::size_t first = interleaved ? 2 * i : i, second = interleaved ? 2 * i + 1 : i + half;
                    expected[first] = double(x[first]) * cosSin[2 * i] - double(x[second]) * cosSin[2 * i + 1];
                    expected[second] = double(x[first]) * cosSin[2 * i + 1] + double(x[second]) * cosSin[2 * i];
                }
                std::vector<float> rotated = x;
                table->rope(rotated.data(), nRot, cosSin.data(), interleaved);
                CHECK(error(rotated, expected) < 1e-13);
                CHECK(std::equal(rotated.begin() + nRot, rotated.end(), x.begin() + nRot));
            }
        }
    }
}

TEST_CASE("add and scale are exact for every size and stay inside it")
{
    for (const KernelTable* table : availableTables()) {
        for (const std::int64_t n : kSizes) {
            CAPTURE(isaName(table->isa), n);
            Noise noise { std::uint64_t(n) };
            const std::vector<float> a = noise.vector(std::size_t(n)), b = noise.vector(std::size_t(n));
            std::vector<float> sum = guarded(n, 7), scaled = guarded(n, 7);
            table->add(a.data(), b.data(), n, sum.data());
            table->scale(a.data(), 0.3f, n, scaled.data());
            bool equal = guardHolds(sum, n, 7) && guardHolds(scaled, n, 7);
            for (std::size_t i = 0; i < a.size(); ++i)
                equal = equal && sum[i] == a[i] + b[i] && scaled[i] == a[i] * 0.3f;
            CHECK(equal);
        }
    }
}

TEST_CASE("glu follows silu and the tanh form of gelu closely, far from zero too")
{
    for (const KernelTable* table : availableTables()) {
        for (const float range : { 0.01f, 1.0f, 12.0f, 300.0f }) {
            CAPTURE(isaName(table->isa), range);
            const std::vector<float> gate = sweep(2001, range), up = Noise(1).vector(2001);
            std::vector<double> silu, gelu;
            for (std::size_t i = 0; i < gate.size(); ++i) {
                const double x = gate[i];
                silu.push_back(x / (1 + std::exp(-x)) * up[i]);
                gelu.push_back(0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))) * up[i]);
            }
            std::vector<float> y = guarded(2001, 7);
            table->glu(GluKind::silu, gate.data(), up.data(), 2001, y.data());
            CHECK(error(y, silu) < 1e-12);
            table->glu(GluKind::gelu, gate.data(), up.data(), 2001, y.data());
            CHECK(error(y, gelu) < 1e-12);
            CHECK(guardHolds(y, 2001, 7));
        }
    }
}

TEST_CASE("softcap has a small relative error at every point")
{
    for (const KernelTable* table : availableTables()) {
        for (const float cap : { 1.0f, 30.0f, 50.0f }) {
            for (const float range : { 0.001f, 0.7f, 3.0f, 40.0f }) {
                CAPTURE(isaName(table->isa), cap, range);
                const std::vector<float> x = sweep(4001, range * cap);
                std::vector<float> y = guarded(4001, 7);
                table->softcap(x.data(), cap, 4001, y.data());
                double worst = 0;
                for (std::size_t i = 0; i < x.size(); ++i) {
                    const double expected = cap * std::tanh(double(x[i]) / cap);
                    worst = std::max(worst, std::abs(y[i] - expected) / std::max(std::abs(expected), 1e-30));
                }
                CHECK(worst < 4e-7);
                CHECK(guardHolds(y, 4001, 7));
            }
        }
    }
}

TEST_CASE("A NaN stays visible")
{
    for (const KernelTable* table : availableTables()) {
        CAPTURE(isaName(table->isa));
        const float x = std::nanf(""), one = 1;
        float y = 0;
        table->glu(GluKind::silu, &x, &one, 1, &y);
        CHECK(std::isnan(y));
        table->glu(GluKind::gelu, &x, &one, 1, &y);
        CHECK(std::isnan(y));
        table->softcap(&x, 30, 1, &y);
        CHECK(std::isnan(y));
        table->rmsNorm(&x, &one, 1e-5f, 1, &y);
        CHECK(std::isnan(y));
    }
}
