#include "engine/sampling/constrained_chain.h"

#include <algorithm>

namespace cutaway::sampling {

ConstrainedChain::ConstrainedChain(SamplerChain chain, std::shared_ptr<grammar::GrammarMatcher> grammar, bool maskFirst)
    : m_chain(std::move(chain)), m_grammar(std::move(grammar)), m_maskFirst(maskFirst)
{
}

base::Result<ConstrainedChain> ConstrainedChain::create(const SamplingParams& params, std::size_t vocabSize, std::uint64_t seed,
    const tokenizer::Tokenizer* tokenizer, std::shared_ptr<grammar::GrammarMatcher> grammar)
{
    CUTAWAY_TRY(auto chain, SamplerChain::create(params, vocabSize, seed, tokenizer));
    ConstrainedChain constrained(std::move(chain), std::move(grammar), params.get("mirostat") != 0);
    if (constrained.m_grammar && !constrained.m_maskFirst)
        constrained.m_logits.resize(vocabSize);
    return constrained;
}

base::Result<Pick> ConstrainedChain::sample(std::span<float> logits)
{
    if (!m_grammar)
        return m_chain.sample(logits);
    if (!m_maskFirst) {
        std::ranges::copy(logits, m_logits.begin());
        CUTAWAY_TRY(const Pick pick, m_chain.sample(logits));
        if (m_grammar->allows(pick.token))
            return pick;
        std::ranges::copy(m_logits, logits.begin());
    }
    CUTAWAY_TRY_STATUS(m_grammar->mask(logits));
    auto pick = m_chain.sample(logits);
    if (!pick && m_grammar->allowedCount() == 0)
        return base::Error { base::ErrorCode::invalidArgument, "The model has no token that goes on as the grammar demands.", "grammar",
            "Allow more characters in the grammar." };
    return pick;
}

base::Status ConstrainedChain::accept(TokenId token)
{
    m_chain.accept(token);
    return m_grammar ? m_grammar->accept(token) : base::ok();
}

} // namespace cutaway::sampling
