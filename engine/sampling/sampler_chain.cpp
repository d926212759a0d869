#include "engine/sampling/sampler_chain.h"

#include <algorithm>

namespace cutaway::sampling {
namespace {

const SamplerSpec& named(std::string_view name)
{
    const auto it = std::ranges::find(samplers(), name, &SamplerSpec::name);
    CUTAWAY_CHECK(it != samplers().end());
    return **it;
}

std::vector<const SamplerSpec*> specsFor(const SamplingParams& params)
{
    std::vector<const SamplerSpec*> specs;
    if (params.order().empty())
        std::ranges::copy_if(
            samplers(), std::back_inserter(specs), [](const SamplerSpec* spec) { return spec->role == SamplerSpec::Role::edit; });
    for (const std::string& name : params.order())
        specs.push_back(&named(name));
    specs.push_back(&named(params.get("temperature") > 0 ? "dist" : "greedy"));
    return specs;
}

} // namespace

SamplerChain::SamplerChain(std::size_t vocabSize) : m_vocabSize(vocabSize), m_candidates(vocabSize) {}

base::Result<SamplerChain> SamplerChain::create(const SamplingParams& params, std::size_t vocabSize, std::uint64_t seed)
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
        if (auto sampler = spec->create({ params, vocabSize, seed }))
            chain.m_samplers.push_back(std::move(sampler));
    }
    return chain;
}

base::Result<Pick> SamplerChain::sample(std::span<float> logits)
{
    CUTAWAY_CHECK(logits.size() == m_vocabSize);
    m_candidates.start(logits);
    for (const auto& sampler : m_samplers)
        sampler->apply(m_candidates);
    if (m_candidates.picked.id == base::kNoToken)
        return base::Error { base::ErrorCode::invalidArgument,
            "no token is allowed: the logits of all " + std::to_string(m_vocabSize) + " tokens are -inf or not a number", "logits", {} };
    return Pick { m_candidates.picked.id, m_candidates.picked.p };
}

void SamplerChain::accept(TokenId token)
{
    for (const auto& sampler : m_samplers)
        sampler->accept(token);
}

void SamplerChain::reset()
{
    for (const auto& sampler : m_samplers)
        sampler->reset();
}

} // namespace cutaway::sampling
