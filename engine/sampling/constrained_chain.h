#pragma once
#include "engine/grammar/grammar_matcher.h"
#include "engine/sampling/sampler_chain.h"

#include <memory>
#include <vector>

namespace cutaway::sampling {

/// A sampler chain whose picks fit a grammar, if there is one.
///
/// The chain draws from all tokens first; only when the grammar does not allow the token is the mask made and drawn again. For a chain that cuts
/// nothing off this gives every allowed token its share of what all allowed ones have: p + (1 - a) p / a = p / a, where a is the probability of
/// all allowed tokens; greedy picks are the same too. Where top-k, top-p and the like cut off, a token that survives the cut among all tokens is
/// taken by the first draw as it is. Mirostat learns from each draw, so with it the mask always comes first.
/// @source facts of sampling, section 4
class ConstrainedChain {
public:
    /// @param grammar  null: no constraint; else at its beginning
    /// Errors: those of SamplerChain::create().
    static base::Result<ConstrainedChain> create(const SamplingParams& params, std::size_t vocabSize, std::uint64_t seed,
        const tokenizer::Tokenizer* tokenizer, std::shared_ptr<grammar::GrammarMatcher> grammar);

    /// @param logits  [vocabSize], changed in place
    /// Errors (invalidArgument): no token is allowed; the grammar is too ambiguous. Does not accept the token.
    base::Result<Pick> sample(std::span<float> logits);
    /// A token of the prompt: the grammar is about the answer alone.
    void acceptPrompt(TokenId token) { m_chain.accept(token); }
    /// Errors: those of GrammarMatcher::accept().
    base::Status accept(TokenId token);
    /// Whether the grammar lets nothing follow.
    bool mustEnd() const { return m_grammar && m_grammar->mustEnd(); }

private:
    ConstrainedChain(SamplerChain chain, std::shared_ptr<grammar::GrammarMatcher> grammar, bool maskFirst);

    SamplerChain m_chain;
    std::shared_ptr<grammar::GrammarMatcher> m_grammar;
    bool m_maskFirst;
    std::vector<float> m_logits; ///< as they were before the first draw
};

} // namespace cutaway::sampling
