#include "engine/sampling/random.h"

#include <algorithm>

namespace cutaway::sampling {
namespace {

constexpr double kTwoTo32 = 4294967296.0;
constexpr double kBeforeOne = 1.0 - 0x1p-53;
constexpr float kBeforeOneFloat = 1.0F - 0x1p-24F;

} // namespace

double Random::real()
{
    const auto low = double(m_engine());
    const auto high = double(m_engine());
    return std::min((low + high * kTwoTo32) / (kTwoTo32 * kTwoTo32), kBeforeOne);
}

float Random::realFloat() { return std::min(float(m_engine()) / float(kTwoTo32), kBeforeOneFloat); }

} // namespace cutaway::sampling
