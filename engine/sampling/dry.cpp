#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"
#include "engine/sampling/sequence_breakers.h"
#include "engine/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cutaway::sampling {
namespace {

struct DryStrength {
    float multiplier = 0, base = 1;
    std::size_t allowedLength = 0;
};

/// Lowers the logits of tokens that would make a repetition longer: by multiplier * base^(length - allowed length), where length is how many of
/// the newest tokens stood before that token already. Linear in the tokens looked at.
/// Source: the author's description of "don't repeat yourself", text-generation-webui pull request 5677.
class DrySampler final : public Sampler {
public:
    DrySampler(const SamplerSetup& setup, std::size_t lastN, DryStrength strength)
        : m_strength(strength)
        , m_ring(lastN, base::kNoToken)
        , m_longest(setup.vocabSize)
    {
        if (setup.tokenizer)
            m_breakers = SequenceBreakers(*setup.tokenizer, setup.params.dryBreakers());
        m_newestFirst.reserve(lastN);
        m_repeats.reserve(lastN);
        // What a float can hold of base^exponent.
        constexpr float kLargestLog = 88.7228391F, kSmallestBase = 1.000001F;
        m_maxExponent = strength.base > kSmallestBase ? std::floor(kLargestLog / std::log(strength.base)) : 0;
    }
    void apply(Candidates& candidates) override
    {
        readHistory();
        const std::size_t limit = repeatLimit();
        if (m_newestFirst.size() <= m_strength.allowedLength || limit < m_strength.allowedLength)
            return;
        findRepeats();
        for (std::size_t shift = 1; shift < m_newestFirst.size(); ++shift) {
            const std::size_t length = std::min(m_repeats[shift], limit);
            auto& longest = m_longest[std::size_t(m_newestFirst[shift - 1])];
            if (length >= m_strength.allowedLength)
                longest = std::max(longest, std::uint32_t(length + 1));
        }
        lower(candidates);
        for (const TokenId token : m_newestFirst)
            m_longest[std::size_t(token)] = 0;
    }
    void accept(TokenId token) override
    {
        if (token < 0 || std::size_t(token) >= m_longest.size())
            return;
        m_ring[m_next] = token;
        m_next = (m_next + 1) % m_ring.size();
        m_count = std::min(m_count + 1, m_ring.size());
    }
    void reset() override { m_next = m_count = 0; }

private:
    void readHistory()
    {
        m_newestFirst.clear();
        for (std::size_t i = 1; i <= m_count; ++i)
            m_newestFirst.push_back(m_ring[(m_next + m_ring.size() - i) % m_ring.size()]);
    }
    /// Tokens since the last breaker: no repetition is longer.
    std::size_t repeatLimit() const
    {
        for (std::size_t i = 0; i < m_newestFirst.size(); ++i) {
            if (const std::ptrdiff_t tail = m_breakers.longestTail(m_newestFirst, i); tail >= 0)
                return i - std::size_t(tail);
        }
        return m_newestFirst.size();
    }
    /// Z function: m_repeats[k] is how many of the newest tokens equal those from the k-th newest on.
    void findRepeats()
    {
        const auto& tokens = m_newestFirst;
        m_repeats.assign(tokens.size(), 0);
        for (std::size_t k = 1, left = 0, right = 0; k < tokens.size(); ++k) {
            std::size_t length = k < right ? std::min(right - k, m_repeats[k - left]) : 0;
            while (k + length < tokens.size() && tokens[length] == tokens[k + length])
                ++length;
            m_repeats[k] = length;
            if (k + length > right) {
                left = k;
                right = k + length;
            }
        }
    }
    void lower(Candidates& candidates)
    {
        if (!candidates.isWhole()) {
            for (Candidate& candidate : candidates.list())
                candidate.logit -= penalty(candidate.id);
            return candidates.markUnsorted();
        }
        for (const TokenId token : m_newestFirst) {
            candidates.logits()[std::size_t(token)] -= penalty(token);
            m_longest[std::size_t(token)] = 0; // once for each token
        }
    }
    float penalty(TokenId token) const
    {
        const std::uint32_t longest = m_longest[std::size_t(token)];
        if (longest == 0 || m_breakers.isSingle(token))
            return 0;
        float exponent = float(longest - 1) - float(m_strength.allowedLength);
        if (m_maxExponent > 0)
            exponent = std::min(exponent, m_maxExponent);
        return m_strength.multiplier * std::pow(m_strength.base, exponent);
    }
    DryStrength m_strength;
    SequenceBreakers m_breakers;
    std::vector<TokenId> m_ring; ///< the last tokens; the newest is before m_next
    std::size_t m_next = 0, m_count = 0;
    std::vector<TokenId> m_newestFirst;
    std::vector<std::size_t> m_repeats;
    std::vector<std::uint32_t> m_longest; ///< by token, 1 + the longest repetition it would go on with; 0: none
    float m_maxExponent = 0;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const auto value = [&](std::string_view key) { return float(setup.params.get(key)); };
    const DryStrength strength { value("dry_multiplier"), value("dry_base"), std::size_t(value("dry_allowed_length")) };
    const auto lastN = std::size_t(setup.params.get("dry_penalty_last_n"));
    if (strength.multiplier == 0 || strength.base < 1 || lastN == 0)
        return nullptr;
    return std::make_unique<DrySampler>(setup, lastN, strength);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "dry_multiplier", "--dry-multiplier", Type::real, 0, 10, 0, 0.1, "",
        "How strongly longer and longer repetitions are made improbable; 0 is off.", "dry" },
    base::ParamSpec { "dry_base", "--dry-base", Type::real, 0, 10, 1.75, 0.05, "",
        "By how much the penalty grows with each repeated token; below 1 is off.", "dry" },
    base::ParamSpec { "dry_allowed_length", "--dry-allowed-length", Type::integer, 0, 1024, 2, 1, "tokens",
        "Repetitions shorter than this are free.", "dry" },
    base::ParamSpec { "dry_penalty_last_n", "--dry-penalty-last-n", Type::integer, 0, 65536, 64, 16, "tokens",
        "How many of the last tokens are searched for repetitions; 0 is off.", "dry" },
};
constexpr std::array<std::string_view, 1> kAliases { "d" };

} // namespace

extern const SamplerSpec dry;
constexpr SamplerSpec dry { "dry", SamplerSpec::Role::edit, "Makes tokens less probable that would go on with a repetition.", kParams, create,
    kAliases };

} // namespace cutaway::sampling
