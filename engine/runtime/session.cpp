#include "engine/runtime/session.h"

#include "engine/runtime/memory_planner.h"

#include <algorithm>

namespace cutaway::runtime {
namespace {

constexpr std::size_t kMaxPlans = 12;

base::Error contextFull(std::int64_t wanted, const cache::KvCache& cache)
{
    return base::Error { .code = base::ErrorCode::contextFull,
        .message = std::to_string(wanted) + " more tokens do not fit: " + std::to_string(cache.used()) + " of " + std::to_string(cache.shape().positions) + " positions of the context are used.",
        .action = "Load the model with a larger context, or begin a new chat." };
}

base::Error stopped() { return base::Error { .code = base::ErrorCode::cancelled, .message = "Stopped." }; }

} // namespace

base::Result<std::unique_ptr<Session>> Session::create(std::shared_ptr<LoadedModel> model, profile::Recorder& recorder)
{
    const RunOptions& options = model->options();
    const ModelDescription& description = model->description();
    CUTAWAY_TRY(const PlannedMemory memory, planMemory(description, options, model->backendFor({ 1, 1 }), model->backendFor({ options.ubatch, 1 })));
    std::unique_ptr<Session> session(new Session(std::move(model), recorder));
    CUTAWAY_TRY(session->m_cache, cache::KvCache::allocate(description.kvShape(options.context, options.kvType)));
    CUTAWAY_TRY(session->m_arena, tensor::Buffer::allocate(memory.compute));
    CUTAWAY_TRY(session->m_logits, tensor::Buffer::allocate(memory.output));
    session->m_tokens.reserve(std::size_t(options.context));
    CUTAWAY_TRY(auto* decodePlan, session->planFor({ 1, 1 }));
    static_cast<void>(decodePlan); // the first decode step must not plan
    return session;
}

base::Result<std::unique_ptr<backend::Plan>> Session::makePlan(graph::StepShape shape)
{
    CUTAWAY_TRY(const graph::Graph graph, m_model->description().buildGraph(shape));
    return m_model->backendFor(shape).plan({ .graph = graph, .weights = m_model->sources(), .store = &m_model->weights(), .kv = m_cache.layers(), .arena = m_arena.data(),
        .logits = m_logits.data(), .planId = m_nextPlanId++ });
}

base::Result<backend::Plan*> Session::planFor(graph::StepShape shape)
{
    ++m_uses;
    for (CachedPlan& cached : m_plans) {
        if (cached.shape == shape) {
            cached.lastUse = m_uses;
            ++m_counts.reused;
            return cached.plan.get();
        }
    }
    CUTAWAY_TRY(auto plan, makePlan(shape));
    if (plan->arenaBytes() > m_arena.size()) {
        // First-fit packing is not monotonic in the batch size: grow, and bind everything anew.
        CUTAWAY_TRY(m_arena, tensor::Buffer::allocate(plan->arenaBytes()));
        m_plans.clear();
        CUTAWAY_TRY(plan, makePlan(shape));
    }
    ++m_counts.built;
    if (m_plans.size() == kMaxPlans) {
        // The decode plan is used in every token and never the oldest for long.
        const auto oldest = std::ranges::min_element(m_plans, {}, &CachedPlan::lastUse);
        m_plans.erase(oldest);
    }
    m_plans.push_back({ shape, std::move(plan), m_uses });
    return m_plans.back().plan.get();
}

base::Status Session::checkTokens(std::span<const base::TokenId> tokens) const
{
    const std::int64_t nVocab = m_model->description().hparams().nVocab;
    for (const base::TokenId token : tokens) {
        if (token < 0 || token >= nVocab) {
            return base::Error { .code = base::ErrorCode::invalidArgument,
                .message = "Token id " + std::to_string(token) + " is outside the vocabulary of " + std::to_string(nVocab) + " entries." };
        }
    }
    return base::ok();
}

base::Status Session::runStep(std::span<const base::TokenId> tokens, std::span<const std::int32_t> outputs, const base::CancelToken& cancel)
{
    if (cancel.cancelled())
        return stopped();
    CUTAWAY_TRY(backend::Plan* plan, planFor({ std::int32_t(tokens.size()), std::int32_t(outputs.size()) }));
    if (m_recorder.enabled())
        m_lastStep = m_recorder.beginStep(tokens.size() == 1 ? api::StepKind::decode : api::StepKind::prefill, plan->recorded(), std::int32_t(tokens.size()), m_cache.used());
    const bool complete = plan->run({ tokens, outputs, m_cache.used(), cancel.flag() }, m_recorder);
    if (m_recorder.enabled())
        m_recorder.endStep();
    if (!complete)
        return stopped();
    if (m_model->options().reference) // it reads weights from the file in every step, others have them in memory
        CUTAWAY_TRY_STATUS(m_model->description().file().intact());
    m_cache.advance(std::int64_t(tokens.size()));
    m_tokens.insert(m_tokens.end(), tokens.begin(), tokens.end());
    return base::ok();
}

base::Status Session::append(std::span<const base::TokenId> tokens, const base::CancelToken& cancel, const Wanted& wanted, const LogitsSink& sink, const Advanced& advanced)
{
    if (std::int64_t(tokens.size()) > m_cache.free())
        return contextFull(std::int64_t(tokens.size()), m_cache);
    CUTAWAY_TRY_STATUS(checkTokens(tokens));
    const RunOptions& options = m_model->options();
    const auto nVocab = std::size_t(m_model->description().hparams().nVocab);
    const auto* rows = reinterpret_cast<const float*>(m_logits.data());
    for (std::size_t begin = 0; begin < tokens.size();) {
        // A ubatch ends early where its outputs would not fit into the logits buffer.
        std::vector<std::int32_t> outputs;
        std::size_t end = begin;
        for (; end < tokens.size() && end - begin < std::size_t(options.ubatch); ++end) {
            if (!wanted(m_cache.used() + std::int64_t(end - begin)))
                continue;
            if (outputs.size() == std::size_t(options.maxOutputs))
                break;
            outputs.push_back(std::int32_t(end - begin));
        }
        const std::int64_t first = m_cache.used();
        CUTAWAY_TRY_STATUS(runStep(tokens.subspan(begin, end - begin), outputs, cancel));
        for (std::size_t row = 0; row < outputs.size(); ++row)
            sink(first + outputs[row], { rows + row * nVocab, nVocab });
        m_logitsRow = std::max(0, std::int32_t(outputs.size()) - 1);
        begin = end;
        if (advanced)
            advanced(std::int64_t(begin));
    }
    return base::ok();
}

base::Status Session::prefill(std::span<const base::TokenId> tokens, const base::CancelToken& cancel, const Advanced& advanced)
{
    const std::int64_t last = m_cache.used() + std::int64_t(tokens.size()) - 1;
    return append(tokens, cancel, [last](std::int64_t position) { return position == last; }, [](std::int64_t, std::span<const float>) {}, advanced);
}

base::Status Session::decode(base::TokenId token, const base::CancelToken& cancel)
{
    if (m_cache.free() == 0)
        return contextFull(1, m_cache);
    CUTAWAY_TRY_STATUS(checkTokens({ &token, 1 }));
    static constexpr std::int32_t kRow = 0;
    m_logitsRow = 0;
    return runStep({ &token, 1 }, { &kRow, 1 }, cancel);
}

std::span<float> Session::logits()
{
    const auto nVocab = std::size_t(m_model->description().hparams().nVocab);
    return { reinterpret_cast<float*>(m_logits.data()) + std::size_t(m_logitsRow) * nVocab, nVocab };
}

std::int64_t Session::reusePrefix(std::span<const base::TokenId> tokens)
{
    const std::size_t limit = std::min(m_tokens.size(), tokens.empty() ? 0 : tokens.size() - 1);
    std::size_t same = 0;
    while (same < limit && m_tokens[same] == tokens[same])
        ++same;
    m_tokens.resize(same);
    m_cache.truncate(std::int64_t(same));
    return std::int64_t(same);
}

void Session::clear()
{
    m_tokens.clear();
    m_cache.truncate(0);
}

double Session::barriersPerLayer()
{
    const auto plan = std::ranges::find_if(m_plans, [](const CachedPlan& cached) { return cached.shape == graph::StepShape { 1, 1 }; });
    return plan == m_plans.end() ? 0 : plan->plan->recorded()->info->barriersPerLayer;
}

} // namespace cutaway::runtime
