#include "tests/support/fake_profile.h"

#include <array>
#include <filesystem>

namespace cutaway::test {
namespace {

struct NodeTemplate {
    const char* name;
    const char* op;
    const char* block;
    const char* dtype;
    api::OpFamily family;
    std::int64_t decodeNs; ///< about what an AVX2 core takes for SmolLM2
    std::uint64_t bytes;
    std::uint64_t flops;
};
constexpr std::array kLayerNodes {
    NodeTemplate { "attn_norm", "rms_norm", "attention", "F32", api::OpFamily::norm, 1'500, 6'912, 2'880 },
    NodeTemplate { "attn_q", "linear", "attention", "Q4_1", api::OpFamily::matmul, 9'000, 207'360, 663'552 },
    NodeTemplate { "attn_k", "linear", "attention", "Q4_1", api::OpFamily::matmul, 3'100, 69'120, 221'184 },
    NodeTemplate { "attn_v", "linear", "attention", "Q4_1", api::OpFamily::matmul, 3'100, 69'120, 221'184 },
    NodeTemplate { "rope_kv", "rope", "attention", "", api::OpFamily::position, 1'900, 4'608, 3'456 },
    NodeTemplate { "attention", "attention", "attention", "F16", api::OpFamily::attention, 12'400, 311'296, 466'944 },
    NodeTemplate { "attn_output", "linear", "attention", "Q4_1", api::OpFamily::matmul, 9'000, 207'360, 663'552 },
    NodeTemplate { "ffn_norm", "rms_norm", "ffn", "F32", api::OpFamily::norm, 1'500, 6'912, 2'880 },
    NodeTemplate { "ffn_gate_up", "linear", "ffn", "Q4_1", api::OpFamily::matmul, 48'000, 1'105'920, 3'538'944 },
    NodeTemplate { "swiglu", "swiglu", "ffn", "", api::OpFamily::activation, 2'400, 18'432, 7'680 },
    NodeTemplate { "ffn_down", "linear", "ffn", "Q4_1", api::OpFamily::matmul, 24'000, 552'960, 1'769'472 },
};
constexpr int kPrefillFactor = 12; ///< a prefill step of the fake is this much longer than a decode step

void addNode(api::PlanInfo& plan, const NodeTemplate& node, int layer)
{
    const std::string prefix = layer < 0 ? std::string() : "blk." + std::to_string(layer) + ".";
    plan.nodes.push_back({ prefix + node.name, node.op, node.block, node.dtype, node.family, layer, plan.stages++, node.bytes, node.flops, {} });
}

std::int64_t durationOf(const api::NodeInfo& node, api::StepKind kind, std::uint64_t salt)
{
    const auto bytesPerNs = std::uint64_t(23);
    const std::int64_t base = 800 + std::int64_t(node.bytes / bytesPerNs);
    const std::int64_t jitter = std::int64_t((salt * 2'654'435'761U) % 17) * base / 100;
    return (base + jitter) * (kind == api::StepKind::prefill ? kPrefillFactor : 1);
}

} // namespace

std::shared_ptr<const api::PlanInfo> fakePlan(std::uint32_t id, api::StepKind kind, int layers)
{
    auto plan = std::make_shared<api::PlanInfo>();
    plan->id = id;
    plan->key = kind == api::StepKind::prefill ? "prefill, 34 tokens" : "decode, 1 token";
    addNode(*plan, { "token_embd", "embedding", "embedding", "Q4_1", api::OpFamily::copy, 900, 2'304, 0 }, -1);
    for (int layer = 0; layer < layers; ++layer) {
        for (const NodeTemplate& node : kLayerNodes)
            addNode(*plan, node, layer);
    }
    addNode(*plan, { "output_norm", "rms_norm", "output", "F32", api::OpFamily::norm, 1'500, 6'912, 2'880 }, -1);
    addNode(*plan, { "output", "linear", "output", "Q8_0", api::OpFamily::matmul, 1'300'000, 30'081'024, 56'623'104 }, -1);
    plan->barriersPerLayer = 5;
    return plan;
}

std::shared_ptr<const api::StepRecord> fakeStep(
    const std::shared_ptr<const api::PlanInfo>& plan, api::StepKind kind, std::uint64_t id, int lanes, std::int64_t startNs)
{
    auto step = std::make_shared<api::StepRecord>();
    step->id = id;
    step->kind = kind;
    step->plan = plan;
    step->tokens = kind == api::StepKind::prefill ? 34 : 1;
    step->kvLength = 34 + std::int64_t(id);
    step->startNs = startNs;
    std::int64_t end = startNs;
    for (int lane = 0; lane < lanes; ++lane) {
        std::int64_t now = startNs;
        for (std::uint32_t n = 0; n < plan->nodes.size(); ++n) {
            const api::NodeInfo& node = plan->nodes[n];
            const std::int64_t whole = durationOf(node, kind, id + n) / lanes;
            const std::int64_t mine = whole - (lane == int(n) % lanes ? whole / 12 : 0);
            step->events.push_back({ now, now + mine, n, std::uint16_t(lane), api::EventKind::node, node.bytes / std::uint64_t(lanes),
                node.flops / std::uint64_t(lanes) });
            step->events.push_back({ now + mine, now + whole + 150, n, std::uint16_t(lane), api::EventKind::wait, 0, 0 });
            now += whole + 150;
        }
        end = now;
    }
    step->events.push_back({ end, end + 90'000, 0, std::uint16_t(lanes), api::EventKind::sample, 0, 0 });
    step->endNs = end + 90'000;
    return step;
}

std::shared_ptr<const api::ProfileSnapshot> fakeSnapshot(const ProfileShape& shape)
{
    auto snapshot = std::make_shared<api::ProfileSnapshot>();
    for (int lane = 0; lane < shape.lanes; ++lane)
        snapshot->lanes.push_back("worker " + std::to_string(lane));
    snapshot->lanes.emplace_back("sampler");
    const auto prefill = fakePlan(1, api::StepKind::prefill, shape.layers);
    const auto decode = fakePlan(2, api::StepKind::decode, shape.layers);
    std::int64_t start = shape.startNs;
    for (int i = 0; i < shape.steps; ++i) {
        const auto kind = i == 0 ? api::StepKind::prefill : api::StepKind::decode;
        snapshot->steps.push_back(fakeStep(i == 0 ? prefill : decode, kind, shape.firstStepId + std::uint64_t(i), shape.lanes, start));
        start = snapshot->steps.back()->endNs + 12'000;
    }
    snapshot->recordingShare = 0.002;
    snapshot->roofBytesPerSecond = 34e9;
    snapshot->roofFlops = 180e9;
    return snapshot;
}

api::ModelCard fakeCard(const std::string& path)
{
    api::ModelCard card;
    card.path = path;
    card.fileName = std::filesystem::path(path).stem().string();
    card.generalName = "SmolLM2 135M Instruct";
    card.architecture = "llama";
    card.type = "Q4_1";
    card.parameters = 134'515'008;
    card.sizeBytes = 98'400'000;
    card.contextTrained = 8192;
    card.layers = 30;
    card.supported = true;
    card.hasChatTemplate = true;
    card.fit = api::Fit::fits;
    return card;
}

api::MemoryPlan fakeMemoryPlan(const api::ModelCard& card, std::int64_t context, bool loaded)
{
    api::MemoryPlan plan;
    plan.context = context;
    plan.layerCount = card.layers;
    plan.fit = card.fit;
    const std::uint64_t kvPerLayer = std::uint64_t(context) * 768;
    api::DevicePlan cpu { .name = "cpu", .weights = card.sizeBytes, .kv = kvPerLayer * std::uint64_t(card.layers), .compute = 37'000'000,
        .output = 8'000'000, .total = 0, .free = 23'400'000'000, .layers = card.layers };
    cpu.total = cpu.weights + cpu.kv + cpu.compute + cpu.output;
    const auto add = [&](std::string name, api::BufferKind kind, std::uint64_t bytes, int layer) {
        plan.buffers.push_back({ "cpu", std::move(name), kind, bytes, loaded ? bytes : 0, layer });
    };
    add("weights", api::BufferKind::weights, cpu.weights, -1);
    for (int layer = 0; layer < card.layers; ++layer)
        add("kv." + std::to_string(layer), api::BufferKind::kv, kvPerLayer, layer);
    add("compute", api::BufferKind::compute, cpu.compute, -1);
    add("output", api::BufferKind::output, cpu.output, -1);
    plan.sentence = "needs " + std::to_string(cpu.total / 1'048'576) + ".0 MiB on cpu, 21.8 GiB free";
    plan.devices.push_back(cpu);
    return plan;
}

api::LoadedModel fakeLoadedModel(const api::ModelCard& card, std::int64_t context)
{
    api::LoadedModel model;
    model.id = { 1 };
    model.card = card;
    model.context = context;
    model.contextTrained = card.contextTrained;
    model.memory = fakeMemoryPlan(card, context, true);
    model.threads = 2;
    model.isa = "avx2";
    model.deviceName = "cpu";
    model.hasVocabulary = true;
    model.hasChatTemplate = card.hasChatTemplate;
    model.loadNs = 310'000'000;
    model.barriersPerLayer = 5;
    return model;
}

} // namespace cutaway::test
