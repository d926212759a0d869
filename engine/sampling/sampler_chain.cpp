#include "engine/sampling/sampler_chain.h"

#include <algorithm>

namespace cutaway::sampling {
namespace {

bool runs(const SamplerSpec& spec, const SamplerSpec& pick)
{
    if (spec.role == SamplerSpec::Role::pick)
        return false;
    return spec.role == SamplerSpec::Role::basis || pick.before == SamplerSpec::Before::all;
}

/// What edits, in order, and then what picks.
std::vector<const SamplerSpec*> specsFor(const SamplingParams& params)
{
    const auto pick = std::ranges::find_if(samplers(), [&](const SamplerSpec* spec) { return spec->asked && spec->asked(params); });
    CUTAWAY_CHECK(pick != samplers().end());
    std::vector<const SamplerSpec*> specs;
    const auto add = [&](const SamplerSpec* spec) {
        if (runs(*spec, **pick))
            specs.push_back(spec);
    };
    if (params.order().empty() || (*pick)->before == SamplerSpec::Before::basisOnly) {
        for (const SamplerSpec* spec : samplers()) {
            if (!spec->onlyByName)
                add(spec);
        }
    } else {
        for (const std::string& name : params.order())
            add(findSampler(name));
    }
    specs.push_back(*pick);
    return specs;
}

} // namespace

SamplerChain::SamplerChain(std::size_t vocabSize) : m_vocabSize(vocabSize), m_candidates(vocabSize) {}

base::Result<SamplerChain> SamplerChain::create(const SamplingParams& params, std::size_t vocabSize, std::uint64_t seed,
    const tokenizer::Tokenizer* tokenizer)
{
    for (const LogitBias& bias : params.logitBias()) {
        if (bias.id < 0 || std::size_t(bias.id) >= vocabSize)
            return base::Error { base::ErrorCode::invalidArgument,
                "there is a logit bias for token " + std::to_string(bias.id) + "; the vocabulary has " + std::to_string(vocabSize)
                    + " tokens",
                "logit bias", {} };
    }
    SamplerChain chain(vocabSize);
    for (const SamplerSpec* spec : specsFor(params)) {
        if (auto sampler = spec->create({ params, vocabSize, seed, tokenizer }))
            chain.m_samplers.push_back({ spec->name, std::move(sampler) });
    }
    return chain;
}

base::Result<Pick> SamplerChain::sample(std::span<float> logits)
{
    CUTAWAY_CHECK(logits.size() == m_vocabSize);
    m_candidates.start(logits);
    for (const Step& step : m_samplers)
        step.sampler->apply(m_candidates);
    return picked();
}

base::Result<Pick> SamplerChain::sampleTraced(std::span<float> logits, std::size_t wanted, ChainTrace& trace)
{
    CUTAWAY_CHECK(logits.size() == m_vocabSize);
    trace.clear();
    m_candidates.start(logits);
    CandidateView before = viewOf(m_candidates, wanted);
    for (const Step& step : m_samplers) {
        step.sampler->apply(m_candidates);
        CandidateView after = viewOf(m_candidates, wanted);
        trace.push_back({ step.name, std::move(before), after });
        before = std::move(after);
    }
    return picked();
}

base::Result<Pick> SamplerChain::picked() const
{
    if (m_candidates.picked.id == base::kNoToken)
        return base::Error { base::ErrorCode::invalidArgument,
            "no token is allowed: the logits of all " + std::to_string(m_vocabSize) + " tokens are -inf or not a number", "logits", {} };
    return Pick { m_candidates.picked.id, m_candidates.picked.p };
}

void SamplerChain::accept(TokenId token)
{
    for (const Step& step : m_samplers)
        step.sampler->accept(token);
}

void SamplerChain::reset()
{
    for (const Step& step : m_samplers)
        step.sampler->reset();
}

} // namespace cutaway::sampling
