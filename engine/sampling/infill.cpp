#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"
#include "engine/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>

namespace cutaway::sampling {
namespace {

/// Best candidates compared with each other; the texts of less probable ones are not joined.
constexpr std::size_t kMaxJoined = 256;
/// An end is taken when it is that many times as probable as an average token.
constexpr float kEndWeight = 3;
constexpr float kLeastProbability = 0.2F;

/// For a gap between given texts: ends early rather than late, and joins tokens that begin alike.
class InfillSampler final : public Sampler {
public:
    explicit InfillSampler(const tokenizer::Tokenizer& tokenizer) : m_tokenizer(tokenizer) {}
    void apply(Candidates& candidates) override
    {
        candidates.sort();
        if (candidates.size() == 0)
            return;
        candidates.softmax();
        float ends = 0, others = 0;
        for (const Candidate& candidate : candidates.list())
            (isEnd(candidate) ? ends : others) += candidate.p;
        if (kEndWeight * ends * float(candidates.size()) > others)
            return keep(candidates, [this](const Candidate& candidate) { return isEnd(candidate); });
        joinPrefixes(candidates.list());
        if (!std::ranges::any_of(candidates.list(), [this](const Candidate& c) { return !isEnd(c) && c.p >= kLeastProbability; }))
            return endTurn(candidates);
        dropBelow(candidates, kLeastProbability);
        const auto left = float(std::ranges::count_if(candidates.list(), [this](const Candidate& c) { return !isEnd(c); }));
        dropBelow(candidates, 1 / (left + 1));
    }

private:
    bool isEnd(const Candidate& candidate) const { return m_tokenizer.isEndOfGeneration(candidate.id); }
    template <class Wanted> static void keep(Candidates& candidates, Wanted wanted)
    {
        const auto list = candidates.list();
        const auto end = std::stable_partition(list.begin(), list.end(), wanted);
        candidates.keepFirst(std::size_t(end - list.begin()));
    }
    /// Drops what is not probable enough and no end, and makes the p of the rest sum to 1; the best of all stays where nothing else would.
    void dropBelow(Candidates& candidates, float least)
    {
        const auto stays = [&](const Candidate& candidate) { return isEnd(candidate) || candidate.p >= least; };
        if (std::ranges::none_of(candidates.list(), stays))
            return;
        keep(candidates, stays);
        float sum = 0;
        for (const Candidate& candidate : candidates.list())
            sum += candidate.p;
        for (Candidate& candidate : candidates.list())
            candidate.p /= sum;
    }
    /// Where the text of one is the beginning of another's, the more probable one takes the probability of both.
    void joinPrefixes(std::span<Candidate> list) const
    {
        const std::size_t count = std::min(list.size(), kMaxJoined);
        std::vector<std::string> texts(count);
        std::ranges::transform(list.first(count), texts.begin(), [this](const Candidate& c) { return m_tokenizer.tokenBytes(c.id); });
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < count && !texts[i].empty(); ++k) {
                if (i == k || list[i].p <= 0 || list[k].p <= 0 || isEnd(list[i]) || isEnd(list[k]) || !texts[k].starts_with(texts[i]))
                    continue;
                const bool first = list[i].p >= list[k].p;
                list[first ? i : k].p += list[first ? k : i].p;
                list[first ? k : i].p = 0;
            }
        }
    }
    /// Nothing is left but to end: with the end of turn, or of sequence, if the model has one.
    void endTurn(Candidates& candidates) const
    {
        const auto& special = m_tokenizer.vocabulary().special();
        const TokenId end = special.eot != base::kNoToken ? special.eot : special.eos;
        if (end == base::kNoToken)
            return;
        candidates.keepFirst(1);
        candidates.list().front() = { end, 1, 1 };
    }
    const tokenizer::Tokenizer& m_tokenizer;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    if (!setup.tokenizer || !setup.tokenizer->hasVocabulary())
        return nullptr;
    return std::make_unique<InfillSampler>(*setup.tokenizer);
}
constexpr std::array<std::string_view, 1> kAliases { "i" };

} // namespace

extern const SamplerSpec infill;
constexpr SamplerSpec infill { "infill", SamplerSpec::Role::edit, "For a gap between texts: ends early and joins tokens that begin alike.", {},
    create, kAliases, nullptr, SamplerSpec::Before::all, true };

} // namespace cutaway::sampling
