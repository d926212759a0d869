#pragma once
#include "engine/base/result.h"
#include "engine/sampling/chain_trace.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cutaway::sampling {

/// A token and how probable the chain held it: after all samplers, or among the remaining candidates at temperature 1 when the pick is greedy.
struct Pick {
    TokenId token = base::kNoToken;
    float probability = 0;
};

/// The samplers of one sequence. Allocates at creation only; sample() and accept() do not.
class SamplerChain {
public:
    /// @param vocabSize  number of logits per pick
    /// @param seed       same seed, same logits: same tokens, on any machine (sampling::Random)
    /// @param tokenizer  for samplers that look at texts; used at creation and in sample(); null: those do nothing
    /// Errors (invalidArgument): a logit bias for a token that the vocabulary lacks.
    static base::Result<SamplerChain> create(
        const SamplingParams& params, std::size_t vocabSize, std::uint64_t seed, const tokenizer::Tokenizer* tokenizer = nullptr);
    /// @param logits  [vocabSize], changed in place
    /// Errors (invalidArgument): no token is allowed (all logits are -inf or not a number). Does not accept the token.
    base::Result<Pick> sample(std::span<float> logits);
    /// The same, and tells what each sampler did to the candidates. Slower, and allocates.
    /// @param wanted  how many of the best candidates to list
    base::Result<Pick> sampleTraced(std::span<float> logits, std::size_t wanted, ChainTrace& trace);
    /// Every token of the sequence goes here, those of the prompt too, in order.
    void accept(TokenId token);
    /// Forgets the sequence and begins the random numbers anew.
    void reset();

private:
    explicit SamplerChain(std::size_t vocabSize);
    base::Result<Pick> picked() const;
    struct Step {
        std::string_view name;
        std::unique_ptr<Sampler> sampler;
    };
    std::size_t m_vocabSize;
    Candidates m_candidates;
    std::vector<Step> m_samplers; ///< the last one picks
};

} // namespace cutaway::sampling
