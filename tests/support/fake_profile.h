#pragma once
#include "engine/api/profile.h"
#include "engine/api/values.h"

#include <cstdint>
#include <memory>

namespace cutaway::test {

/// What a made-up recording looks like.
struct ProfileShape {
    int layers = 30;
    int lanes = 2;          ///< workers; a sampler lane is added
    int steps = 100;        ///< the first is a prefill
    std::uint64_t firstStepId = 1;
    std::int64_t startNs = 1'000'000'000;
};

/// The plan of a llama-like decoder with plausible costs: 11 nodes a layer.
std::shared_ptr<const api::PlanInfo> fakePlan(std::uint32_t id, api::StepKind kind, int layers);
/// One step of the plan on all lanes: nodes split evenly, a wait after each stage, one sample event on the last lane.
std::shared_ptr<const api::StepRecord> fakeStep(
    const std::shared_ptr<const api::PlanInfo>& plan, api::StepKind kind, std::uint64_t id, int lanes, std::int64_t startNs);
std::shared_ptr<const api::ProfileSnapshot> fakeSnapshot(const ProfileShape& shape = {});
/// A loaded SmolLM2-like model with `layers` layers and a context of `context`.
api::LoadedModel fakeLoadedModel(const api::ModelCard& card, std::int64_t context);
api::MemoryPlan fakeMemoryPlan(const api::ModelCard& card, std::int64_t context, bool loaded);
api::ModelCard fakeCard(const std::string& path);

} // namespace cutaway::test
