#include "tests/support/fake_engine_service.h"

#include "engine/base/clock.h"
#include "tests/support/fake_profile.h"

#include <chrono>

namespace cutaway::test {
namespace {

constexpr std::size_t kRing = 200; ///< steps kept

std::vector<api::ParamSpec> samplerParams()
{
    using Type = api::ParamSpec::Type;
    return {
        { "repeat_penalty", "--repeat-penalty", Type::real, 0.5, 2, 1, 0.05, "", "Divides the logits of tokens seen lately; 1 is off.", "penalties" },
        { "repeat_last_n", "--repeat-last-n", Type::integer, 0, 4096, 64, 16, "tokens", "How far back the penalties look.", "penalties" },
        { "top_k", "--top-k", Type::integer, 0, 1000, 40, 1, "tokens", "Keeps the k most probable tokens; 0 is off.", "top_k" },
        { "top_p", "--top-p", Type::real, 0, 1, 0.95, 0.01, "", "Keeps the smallest set whose probability reaches p; 1 is off.", "top_p" },
        { "min_p", "--min-p", Type::real, 0, 1, 0.05, 0.01, "", "Drops tokens less probable than this share of the best one.", "min_p" },
        { "temperature", "--temp", Type::real, 0, 5, 0.8, 0.05, "", "Higher is more varied; 0 always takes the most probable token.", "temperature" },
    };
}

/// Words with the space before them, as most vocabularies have them; line breaks are tokens of their own.
std::vector<std::string> pieces(const std::string& text)
{
    std::vector<std::string> result;
    for (const char c : text) {
        const bool begins = result.empty() || c == ' ' || c == '\n' || result.back().back() == '\n';
        if (begins)
            result.emplace_back();
        result.back().push_back(c);
    }
    return result;
}

} // namespace

FakeEngineService::FakeEngineService(FakeScript script)
    : m_script(std::move(script))
    , m_params(samplerParams())
    , m_thread([this] { work(); })
{
}

FakeEngineService::~FakeEngineService()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

void FakeEngineService::setSink(Sink sink)
{
    const std::lock_guard lock(m_mutex);
    m_sink = std::move(sink);
}

api::RequestId FakeEngineService::submit(api::Command command)
{
    const std::lock_guard lock(m_mutex);
    const api::RequestId request { m_nextRequest++ };
    m_jobs.push_back({ request, std::move(command) });
    m_wake.notify_all();
    return request;
}

void FakeEngineService::cancel(api::RequestId request)
{
    const std::lock_guard lock(m_mutex);
    m_cancelled.insert(request.value);
    m_wake.notify_all();
}

std::vector<api::Generate> FakeEngineService::generated() const
{
    const std::lock_guard lock(m_mutex);
    return m_generated;
}

std::vector<api::LoadModel> FakeEngineService::loaded() const
{
    const std::lock_guard lock(m_mutex);
    return m_loaded;
}

void FakeEngineService::work()
{
    for (;;) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_stop || !m_jobs.empty(); });
            if (m_stop)
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        run(job);
    }
}

void FakeEngineService::run(const Job& job)
{
    if (cancelled(job.request))
        return emitEvent(api::Cancelled { job.request });
    std::visit([&](const auto& command) { perform(job.request, command); }, job.command);
}

void FakeEngineService::emitEvent(api::Event event)
{
    if (m_sink)
        m_sink(std::move(event));
}

void FakeEngineService::finish(api::RequestId request, api::Answer answer)
{
    for (int i = 0; i < m_script.finalsPerRequest; ++i)
        emitEvent(api::Finished { request, answer });
}

bool FakeEngineService::cancelled(api::RequestId request) const
{
    const std::lock_guard lock(m_mutex);
    return m_stop || m_cancelled.contains(request.value);
}

bool FakeEngineService::pause(api::RequestId request, int microseconds)
{
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, std::chrono::microseconds(microseconds), [&] { return m_stop || m_cancelled.contains(request.value); });
}

void FakeEngineService::perform(api::RequestId request, const api::ScanModels& command)
{
    std::vector<api::ModelCard> cards = m_script.cards;
    if (cards.empty()) {
        for (const std::string& file : command.files)
            cards.push_back(fakeCard(file));
    }
    for (const api::ModelCard& card : cards)
        emitEvent(api::ModelFound { request, card });
    finish(request, std::monostate {});
}

void FakeEngineService::perform(api::RequestId request, const api::InspectModel& command)
{
    api::InspectReport report;
    report.card = fakeCard(command.path);
    report.formatName = "GGUF v3";
    report.bitsPerWeight = 5.85;
    report.plan = fakeMemoryPlan(report.card, command.options.context > 0 ? command.options.context : m_script.context, false);
    finish(request, report);
}

void FakeEngineService::perform(api::RequestId request, const api::PlanModel& command)
{
    finish(request, fakeMemoryPlan(fakeCard(command.path), command.options.context > 0 ? command.options.context : m_script.context, false));
}

void FakeEngineService::perform(api::RequestId request, const api::LoadModel& command)
{
    {
        const std::lock_guard lock(m_mutex);
        m_loaded.push_back(command);
    }
    m_model.reset();
    constexpr int kSteps = 30;
    for (int step = 0; step < kSteps; ++step) {
        if (!pause(request, m_script.loadMs * 1'000 / kSteps))
            return emitEvent(api::Cancelled { request });
        emitEvent(api::Progress { request, double(step + 1) / kSteps, "blk." + std::to_string(step) + ".ffn_gate.weight" });
        if (m_script.loadError && step == kSteps / 2)
            return emitEvent(api::Failed { request, *m_script.loadError });
    }
    api::ModelCard card = fakeCard(command.path);
    card.hasChatTemplate = m_script.hasChatTemplate;
    m_model = fakeLoadedModel(card, command.options.context > 0 ? command.options.context : m_script.context);
    finish(request, *m_model);
    sendStatus(0);
}

void FakeEngineService::perform(api::RequestId request, const api::UnloadModel&)
{
    m_model.reset();
    finish(request, std::monostate {});
}

void FakeEngineService::perform(api::RequestId request, const api::Generate& command)
{
    {
        const std::lock_guard lock(m_mutex);
        m_generated.push_back(command);
    }
    const std::int64_t begin = base::nowNs();
    api::GenerateResult result;
    result.seed = command.sampling.seed.value_or(42);
    result.stopReason = m_script.stopReason;
    result.timings.promptTokens = 60;
    result.timings.reusedTokens = m_script.reusedTokens;
    result.reuseNote = "reused 34 of 60 tokens; the last message is new";
    emitEvent(api::PromptProgress { request, 60, 60, m_script.reusedTokens });
    std::int64_t first = 0;
    const std::vector<std::string> words = pieces(m_script.answer);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!pause(request, m_script.tokenDelayUs)) {
            result.stopReason = api::StopReason::cancelled;
            break;
        }
        if (m_script.generateError && i == words.size() / 2)
            return emitEvent(api::Failed { request, *m_script.generateError });
        first = first ? first : base::nowNs();
        emitEvent(api::TokensReady { request, { { base::TokenId(i), words[i], m_step, 0.3F + 0.65F * float((i * 7) % 10) / 10 } } });
        result.text += words[i];
        result.tokens.push_back(base::TokenId(i));
        if (i % 8 == 0)
            sendStatus(60 + std::int64_t(i));
        if (m_script.recordProfile)
            sendSnapshot();
    }
    result.timings.firstToken = first ? first - begin : 0;
    result.timings.prefill = result.timings.firstToken;
    result.timings.decode = first ? base::nowNs() - first : 0;
    result.timings.generatedTokens = std::int32_t(result.tokens.size());
    result.timings.tokensPerSecond = result.timings.decode ? double(result.tokens.size()) * 1e9 / double(result.timings.decode) : 0;
    sendStatus(60 + std::int64_t(result.tokens.size()));
    finish(request, result);
}

void FakeEngineService::perform(api::RequestId request, const api::CountTokens& command)
{
    std::int64_t bytes = std::int64_t(command.text.size());
    for (const api::ChatMessage& message : command.messages)
        bytes += std::int64_t(message.text.size()) + 16;
    finish(request, api::TokenCount { bytes / 4 });
}

void FakeEngineService::perform(api::RequestId request, const api::ListDevices&)
{
    finish(request, api::DeviceList { { { "cpu", "Fake CPU, 2 cores, AVX2", 24'000'000'000, 23'400'000'000 } } });
}

void FakeEngineService::perform(api::RequestId request, const api::WatchProfile& command)
{
    m_watching = command.live;
    sendSnapshot();
    finish(request, std::monostate {});
}

void FakeEngineService::perform(api::RequestId request, const api::ExportProfile& command) { finish(request, api::ExportDone { command.path, 12'345 }); }

void FakeEngineService::sendStatus(std::int64_t kvUsed)
{
    api::EngineStatus status;
    status.kvUsed = kvUsed;
    status.kvCapacity = m_model ? m_model->context : m_script.context;
    status.kvBytes = std::uint64_t(status.kvCapacity) * 23'040;
    status.kvBytesUsed = std::uint64_t(kvUsed) * 23'040;
    status.plansBuilt = 2;
    status.plansReused = m_step;
    status.tokensPerSecond = 100 + double(m_step % 9);
    status.recordingShare = 0.002;
    status.processorShare = 0.97;
    status.residentBytes = 260'000'000;
    emitEvent(api::StatusChanged { status });
}

void FakeEngineService::sendSnapshot()
{
    static const auto plan = fakePlan(2, api::StepKind::decode, 30);
    const std::int64_t now = base::nowNs();
    m_steps.push_back(fakeStep(plan, api::StepKind::decode, m_step++, 2, now));
    if (m_steps.size() > kRing)
        m_steps.pop_front();
    if (!m_watching)
        return;
    auto snapshot = std::make_shared<api::ProfileSnapshot>();
    snapshot->lanes = { "worker 0", "worker 1", "sampler" };
    snapshot->steps.assign(m_steps.begin(), m_steps.end());
    snapshot->stepsDropped = m_step > kRing ? m_step - kRing : 0;
    snapshot->recordingShare = 0.002;
    snapshot->roofBytesPerSecond = 34e9;
    snapshot->roofFlops = 180e9;
    emitEvent(api::SnapshotReady { snapshot });
}

} // namespace cutaway::test
