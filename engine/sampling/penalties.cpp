#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cutaway::sampling {
namespace {

struct Strength {
    float repeat = 1, frequency = 0, presence = 0;
};

/// Lowers the logits of the tokens among the last `lastN` accepted ones, c times seen: a positive logit is divided by `repeat`, another one
/// multiplied; then c * frequency + presence is taken off. Source: Keskar et al. 2019, arXiv 1909.05858, section 4.1, and its common extension.
class PenaltiesSampler final : public Sampler {
public:
    PenaltiesSampler(std::size_t vocabSize, std::size_t lastN, Strength strength)
        : m_strength(strength)
        , m_ring(lastN, base::kNoToken)
        , m_counts(vocabSize)
        , m_places(vocabSize)
    {
        m_distinct.reserve(lastN + 1);
    }
    void apply(Candidates& candidates) override
    {
        if (!candidates.isWhole()) {
            for (Candidate& candidate : candidates.list())
                candidate.logit = penalized(candidate.logit, m_counts[std::size_t(candidate.id)]);
            candidates.markUnsorted();
            return;
        }
        for (const TokenId token : m_distinct) {
            float& logit = candidates.logits()[std::size_t(token)];
            logit = penalized(logit, m_counts[std::size_t(token)]);
        }
    }
    void accept(TokenId token) override
    {
        if (token < 0 || std::size_t(token) >= m_counts.size())
            return;
        const TokenId oldest = std::exchange(m_ring[m_next], token);
        m_next = (m_next + 1) % m_ring.size();
        if (oldest != base::kNoToken && --m_counts[std::size_t(oldest)] == 0)
            forget(oldest);
        if (m_counts[std::size_t(token)]++ == 0) {
            m_places[std::size_t(token)] = m_distinct.size();
            m_distinct.push_back(token);
        }
    }
    void reset() override
    {
        std::ranges::fill(m_ring, base::kNoToken);
        std::ranges::fill(m_counts, 0);
        m_distinct.clear();
        m_next = 0;
    }

private:
    void forget(TokenId token)
    {
        const std::size_t place = m_places[std::size_t(token)];
        m_distinct[place] = m_distinct.back();
        m_places[std::size_t(m_distinct[place])] = place;
        m_distinct.pop_back();
    }
    float penalized(float logit, std::int32_t count) const
    {
        if (count == 0)
            return logit;
        logit = logit <= 0 ? logit * m_strength.repeat : logit / m_strength.repeat;
        return logit - (float(count) * m_strength.frequency + m_strength.presence);
    }
    Strength m_strength;
    std::vector<TokenId> m_ring; ///< the last tokens; m_next is the oldest
    std::size_t m_next = 0;
    std::vector<std::int32_t> m_counts; ///< by token, how often it stands in the ring
    std::vector<TokenId> m_distinct;    ///< the tokens of the ring, each once
    std::vector<std::size_t> m_places;  ///< by token, where it stands in m_distinct
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const Strength strength { float(setup.params.get("repeat_penalty")), float(setup.params.get("frequency_penalty")),
        float(setup.params.get("presence_penalty")) };
    const auto lastN = std::size_t(setup.params.get("repeat_last_n"));
    const bool neutral = strength.repeat == 1 && strength.frequency == 0 && strength.presence == 0;
    if (neutral || lastN == 0)
        return nullptr;
    return std::make_unique<PenaltiesSampler>(setup.vocabSize, lastN, strength);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "repeat_penalty", "--repeat-penalty", Type::real, 0.1, 10, 1, 0.05, "",
        "Makes tokens seen lately less probable: divides their logits; 1 is off.", "penalties" },
    base::ParamSpec { "repeat_last_n", "--repeat-last-n", Type::integer, 0, 65536, 64, 16, "tokens",
        "How many of the last tokens the three penalties look at; 0 is off.", "penalties" },
    base::ParamSpec { "frequency_penalty", "--frequency-penalty", Type::real, -10, 10, 0, 0.1, "",
        "Taken off a token's logit once for each time it was seen lately; 0 is off.", "penalties" },
    base::ParamSpec { "presence_penalty", "--presence-penalty", Type::real, -10, 10, 0, 0.1, "",
        "Taken off the logit of every token seen lately; 0 is off.", "penalties" },
};
constexpr std::array<std::string_view, 1> kAliases { "e" };

} // namespace

extern const SamplerSpec penalties;
constexpr SamplerSpec penalties { "penalties", SamplerSpec::Role::edit, "Makes tokens that were seen lately less probable.", kParams,
    create, kAliases };

} // namespace cutaway::sampling
