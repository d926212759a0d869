#pragma once
#include "engine/api/profile.h"

#include <memory>

/// Made-up but plausible profiles: what a model of 30 layers looks like on two workers.
namespace cutaway::test {

struct SampleShape {
    int steps = 64;
    int layers = 30; ///< 18 nodes each
    int workers = 2;
    int promptTokens = 96; ///< the first step is a prefill of as many; 0: decode only
    bool slowSteps = true; ///< every 29th decode step takes three times as long
    std::uint64_t firstId = 1;
    std::int64_t startNs = 1'000'000'000;
    unsigned seed = 1;
};

std::shared_ptr<const api::PlanInfo> samplePlan(int layers, api::StepKind kind, int tokens, std::uint32_t id);
std::shared_ptr<const api::ProfileSnapshot> sampleProfile(const SampleShape& shape = {});
/// `profile` and one decode step more, as the next snapshot brings it.
std::shared_ptr<const api::ProfileSnapshot> withNextStep(const api::ProfileSnapshot& profile);

} // namespace cutaway::test
