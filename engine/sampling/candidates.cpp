#include "engine/sampling/candidates.h"

#include "engine/sampling/exponential.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace cutaway::sampling {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
/// Logits looked at together: the compiler turns the count over a block of fixed size into vector code.
constexpr std::size_t kBlock = 64;

bool isBetter(const Candidate& a, const Candidate& b) { return a.logit != b.logit ? a.logit > b.logit : a.id < b.id; }

bool anyAbove(const float* block, float threshold)
{
    int above = 0;
    for (std::size_t i = 0; i < kBlock; ++i)
        above += block[i] > threshold;
    return above > 0;
}

} // namespace

Candidates::Candidates(std::size_t vocabSize) { m_list.reserve(vocabSize); }

void Candidates::start(std::span<float> logits)
{
    m_logits = logits;
    m_list.clear();
    m_sorted = 0;
    m_whole = true;
    picked = {};
}

std::span<Candidate> Candidates::list()
{
    if (m_whole)
        keepFrom(std::numeric_limits<float>::lowest());
    return m_list;
}

void Candidates::sortTop(std::size_t count)
{
    list();
    count = std::min(count, m_list.size());
    if (count <= m_sorted)
        return;
    const auto begin = m_list.begin() + std::ptrdiff_t(m_sorted);
    if (count == m_list.size())
        std::sort(begin, m_list.end(), isBetter);
    else
        std::partial_sort(begin, m_list.begin() + std::ptrdiff_t(count), m_list.end(), isBetter);
    m_sorted = count;
}

float Candidates::lowerBoundOfTop(std::size_t count)
{
    constexpr std::size_t kSample = 2048;
    if (m_logits.size() < 8 * kSample || count > kSample / 8)
        return kNever;
    // The count-th best of some is at most the count-th best of all. Taken from everywhere, so that rising logits need no more work than others.
    const std::size_t stride = m_logits.size() / kSample;
    for (std::size_t i = stride / 2; i < m_logits.size(); i += stride) {
        if (m_logits[i] > kNever)
            m_list.push_back({ TokenId(i), m_logits[i], 0 });
    }
    float bound = kNever;
    if (m_list.size() >= count && count > 0) {
        std::nth_element(m_list.begin(), m_list.begin() + std::ptrdiff_t(count) - 1, m_list.end(), isBetter);
        bound = std::nextafter(m_list[count - 1].logit, kNever); // its equals, which may have lower ids, stay in
    }
    m_list.clear();
    return bound;
}

void Candidates::keepTop(std::size_t count)
{
    if (m_whole && count < m_logits.size() / 2) {
        // One pass over the logits. What beats the worst of the best `count` so far is collected; when twice as many are there, the worse half
        // goes. So the work is linear whatever the order of the logits.
        m_whole = false;
        const std::size_t room = std::max(2 * count, count + kBlock);
        float threshold = lowerBoundOfTop(count);
        for (std::size_t base = 0; base < m_logits.size(); base += kBlock) {
            const std::size_t end = std::min(base + kBlock, m_logits.size());
            if (end - base == kBlock && !anyAbove(m_logits.data() + base, threshold))
                continue;
            for (std::size_t i = base; i < end; ++i) {
                if (m_logits[i] > threshold)
                    m_list.push_back({ TokenId(i), m_logits[i], 0 });
            }
            if (m_list.size() >= room) {
                std::nth_element(m_list.begin(), m_list.begin() + std::ptrdiff_t(count) - 1, m_list.end(), isBetter);
                m_list.resize(count);
                threshold = m_list.back().logit;
            }
        }
    }
    sortTop(count);
    keepFirst(count);
}

void Candidates::keepFirst(std::size_t count)
{
    list();
    if (count < m_list.size())
        m_list.resize(count);
    m_sorted = std::min(m_sorted, m_list.size());
}

void Candidates::dropFirst(std::size_t count)
{
    list();
    m_list.erase(m_list.begin(), m_list.begin() + std::ptrdiff_t(std::min(count, m_list.size())));
    m_sorted -= std::min(m_sorted, count);
}

void Candidates::keepFrom(float threshold)
{
    threshold = std::max(threshold, std::numeric_limits<float>::lowest());
    if (!m_whole) {
        const std::size_t before = m_list.size();
        std::erase_if(m_list, [threshold](const Candidate& candidate) { return !(candidate.logit >= threshold); });
        m_sorted = before == m_sorted ? m_list.size() : std::min(m_sorted, m_list.size());
        return;
    }
    m_whole = false;
    for (std::size_t i = 0; i < m_logits.size(); ++i) {
        if (m_logits[i] >= threshold)
            m_list.push_back({ TokenId(i), m_logits[i], 0 });
    }
}

float Candidates::maxLogit() const
{
    float best = kNever;
    if (m_whole) {
        // So many maxima side by side, which do not wait for each other.
        std::array<float, 16> lanes;
        lanes.fill(kNever);
        const std::size_t whole = m_logits.size() / lanes.size() * lanes.size();
        for (std::size_t base = 0; base < whole; base += lanes.size()) {
            for (std::size_t i = 0; i < lanes.size(); ++i)
                lanes[i] = m_logits[base + i] > lanes[i] ? m_logits[base + i] : lanes[i];
        }
        for (const float logit : m_logits.subspan(whole))
            best = logit > best ? logit : best;
        best = std::max(best, *std::ranges::max_element(lanes));
    } else {
        for (const Candidate& candidate : m_list)
            best = std::max(best, candidate.logit);
    }
    return best;
}

double Candidates::weight() const
{
    const float best = maxLogit();
    if (m_whole)
        return exponentialSum(m_logits, best);
    double sum = 0;
    for (const Candidate& candidate : m_list)
        sum += exponential(double(candidate.logit) - double(best));
    return sum;
}

void Candidates::softmax()
{
    list();
    const float best = maxLogit();
    float sum = 0;
    for (Candidate& candidate : m_list) {
        candidate.p = candidate.logit == best ? 1.0F : float(exponential(double(candidate.logit) - double(best)));
        sum += candidate.p;
    }
    for (Candidate& candidate : m_list)
        candidate.p /= sum;
}

} // namespace cutaway::sampling
