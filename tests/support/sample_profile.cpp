#include "tests/support/sample_profile.h"

#include <array>
#include <random>

namespace cutaway::test {
namespace {

using api::OpFamily;

/// A node of a layer: its weights in bytes per token read once a step, its work per token.
struct NodeShape {
    const char* name;
    const char* op;
    const char* block;
    const char* dtype;
    OpFamily family;
    double us; ///< decode, both workers together
    std::uint64_t bytes;
    bool barrier; ///< a barrier follows
};

constexpr std::array<NodeShape, 18> kLayer { {
    { "attn_norm", "rms_norm", "attention", "F32", OpFamily::norm, 1.6, 4'608, false },
    { "attn_quantise", "quantise", "attention", "", OpFamily::copy, 0.7, 3'000, true },
    { "attn_qkv", "linear", "attention", "Q4_1", OpFamily::matmul, 18, 345'600, true },
    { "attn_rope_q", "rope", "attention", "", OpFamily::position, 1.3, 4'608, false },
    { "attn_rope_k", "rope", "attention", "", OpFamily::position, 0.6, 1'536, false },
    { "attn_kv_write", "kv_write", "attention", "", OpFamily::position, 0.8, 1'536, true },
    { "attn", "attention", "attention", "", OpFamily::attention, 16, 0, true },
    { "attn_out_quantise", "quantise", "attention", "", OpFamily::copy, 0.6, 3'000, false },
    { "attn_out", "linear", "attention", "Q4_1", OpFamily::matmul, 12, 207'360, false },
    { "attn_residual", "add", "attention", "", OpFamily::copy, 0.7, 6'912, true },
    { "ffn_norm", "rms_norm", "ffn", "F32", OpFamily::norm, 1.6, 4'608, false },
    { "ffn_quantise", "quantise", "ffn", "", OpFamily::copy, 0.7, 3'000, true },
    { "ffn_gate_up", "linear", "ffn", "Q4_1", OpFamily::activation, 56, 1'105'920, false },
    { "ffn_silu", "swiglu", "ffn", "", OpFamily::activation, 2.4, 18'432, false },
    { "ffn_mid_quantise", "quantise", "ffn", "", OpFamily::copy, 0.9, 8'000, true },
    { "ffn_down", "linear", "ffn", "Q4_1", OpFamily::matmul, 29, 552'960, false },
    { "ffn_residual", "add", "ffn", "", OpFamily::copy, 0.7, 6'912, false },
    { "layer_out", "copy", "ffn", "", OpFamily::copy, 0.5, 4'608, true },
} };
constexpr NodeShape kEmbedding { "token_embd", "get_rows", "embedding", "Q4_1", OpFamily::copy, 2, 1'200, true };
constexpr NodeShape kOutputNorm { "output_norm", "rms_norm", "output", "F32", OpFamily::norm, 1.8, 4'608, true };
constexpr NodeShape kOutput { "output", "linear", "output", "Q4_1", OpFamily::matmul, 720, 17'694'720, true };

const NodeShape& shapeOf(std::size_t node, std::size_t count)
{
    if (node == 0)
        return kEmbedding;
    if (node + 2 == count)
        return kOutputNorm;
    return node + 1 == count ? kOutput : kLayer[(node - 1) % kLayer.size()];
}

class Recorder {
public:
    explicit Recorder(const SampleShape& shape)
        : m_shape(shape)
        , m_random(shape.seed)
        , m_now(shape.startNs)
        , m_decode(samplePlan(shape.layers, api::StepKind::decode, 1, 2))
    {
    }

    std::shared_ptr<const api::StepRecord> step(
        std::uint64_t id, std::int64_t kvLength, std::shared_ptr<const api::PlanInfo> plan, int tokens, double slowness)
    {
        auto step = std::make_shared<api::StepRecord>();
        step->id = id;
        step->kind = tokens > 1 ? api::StepKind::prefill : api::StepKind::decode;
        step->tokens = tokens;
        step->kvLength = kvLength;
        step->startNs = m_now;
        std::vector<std::vector<api::ProfileEvent>> lanes(std::size_t(m_shape.workers) + 1);
        for (std::size_t node = 0; node < plan->nodes.size(); ++node)
            run(lanes, *plan, node, tokens, slowness);
        step->endNs = m_now;
        lanes.back().push_back(
            { m_now + 4'000, m_now + 4'000 + jittered(90'000), 0, std::uint16_t(m_shape.workers), api::EventKind::sample });
        m_now += 140'000;
        for (const auto& lane : lanes)
            step->events.insert(step->events.end(), lane.begin(), lane.end());
        step->plan = std::move(plan);
        return step;
    }

    const std::shared_ptr<const api::PlanInfo>& decodePlan() const { return m_decode; }

private:
    std::int64_t jittered(double ns) { return std::int64_t(ns * std::uniform_real_distribution<double>(0.93, 1.12)(m_random)); }

    void run(std::vector<std::vector<api::ProfileEvent>>& lanes, const api::PlanInfo& plan, std::size_t node, int tokens, double slowness)
    {
        const NodeShape& shape = shapeOf(node, plan.nodes.size());
        const double work = shape.us * 1e3 * slowness * (1 + 0.18 * (tokens - 1));
        std::int64_t end = m_now;
        for (int lane = 0; lane < m_shape.workers; ++lane) {
            auto& events = lanes[std::size_t(lane)];
            // Without a barrier before it a node begins on each lane as soon as that lane is free.
            const std::int64_t start = events.empty() ? m_now : std::max(m_stageStart, events.back().endNs);
            const std::int64_t stop = start + jittered(work / m_shape.workers);
            const auto share = std::uint64_t(m_shape.workers);
            events.push_back({ start, stop, std::uint32_t(node), std::uint16_t(lane), api::EventKind::node, plan.nodes[node].bytes / share,
                plan.nodes[node].flops / share });
            end = std::max(end, stop);
        }
        m_now = end;
        if (!shape.barrier)
            return;
        m_now += 400;
        m_stageStart = m_now;
        for (int lane = 0; lane < m_shape.workers; ++lane) {
            auto& events = lanes[std::size_t(lane)];
            events.push_back({ events.back().endNs, m_now, 0, std::uint16_t(lane), api::EventKind::wait });
        }
    }

    const SampleShape m_shape;
    std::mt19937 m_random;
    std::int64_t m_now;
    std::int64_t m_stageStart = 0;
    std::shared_ptr<const api::PlanInfo> m_decode;
};

} // namespace

std::shared_ptr<const api::PlanInfo> samplePlan(int layers, api::StepKind kind, int tokens, std::uint32_t id)
{
    auto plan = std::make_shared<api::PlanInfo>();
    plan->id = id;
    plan->key = kind == api::StepKind::decode ? "decode, 1 token" : "prefill, " + std::to_string(tokens) + " tokens";
    const std::size_t count = std::size_t(layers) * kLayer.size() + 3;
    for (std::size_t node = 0; node < count; ++node) {
        const NodeShape& shape = shapeOf(node, count);
        const bool inLayer = node > 0 && node + 2 < count;
        const int layer = inLayer ? int((node - 1) / kLayer.size()) : -1;
        const std::string prefix = inLayer ? "blk." + std::to_string(layer) + "." : "";
        const bool product = std::string(shape.op) == "linear";
        plan->nodes.push_back({ prefix + shape.name, shape.op, shape.block, shape.dtype, shape.family, layer, plan->stages, shape.bytes,
            (product ? shape.bytes * 16 / 5 * 2 : shape.bytes / 2) * std::uint64_t(tokens) });
        plan->stages += shape.barrier;
    }
    plan->barriersPerLayer = 8;
    return plan;
}

std::shared_ptr<const api::ProfileSnapshot> sampleProfile(const SampleShape& shape)
{
    auto snapshot = std::make_shared<api::ProfileSnapshot>();
    for (int worker = 0; worker < shape.workers; ++worker)
        snapshot->lanes.push_back("worker " + std::to_string(worker));
    snapshot->lanes.push_back("sampler");
    snapshot->recordingShare = 0.002;
    snapshot->roofBytesPerSecond = 34e9;
    snapshot->roofFlops = 180e9;
    Recorder recorder(shape);
    const int prompt = shape.promptTokens;
    for (int i = 0; i < shape.steps; ++i) {
        const std::uint64_t id = shape.firstId + std::uint64_t(i);
        const bool slow = shape.slowSteps && i % 29 == 20;
        if (i == 0 && prompt > 1)
            snapshot->steps.push_back(recorder.step(id, prompt, samplePlan(shape.layers, api::StepKind::prefill, prompt, 1), prompt, 1));
        else
            snapshot->steps.push_back(recorder.step(id, prompt + i, recorder.decodePlan(), 1, slow ? 3 : 1));
    }
    return snapshot;
}

std::shared_ptr<const api::ProfileSnapshot> withNextStep(const api::ProfileSnapshot& profile)
{
    const api::StepRecord& last = *profile.steps.back();
    SampleShape shape {
        .workers = int(profile.lanes.size()) - 1, .startNs = last.events.back().endNs + 40'000, .seed = unsigned(last.id) + 1
    };
    Recorder recorder(shape);
    auto next = std::make_shared<api::ProfileSnapshot>(profile);
    next->steps.push_back(
        recorder.step(last.id + 1, last.kvLength + 1, last.kind == api::StepKind::decode ? last.plan : recorder.decodePlan(), 1, 1));
    return next;
}

} // namespace cutaway::test
