#include "engine/base/clock.h"
#include "engine/runtime/memory_planner.h"
#include "engine/service/handlers.h"
#include "engine/service/model_card.h"

namespace cutaway::service {
namespace {

/// The planned numbers with the bytes that were really allocated beside them.
base::Result<api::MemoryPlan> memoryReport(const EngineState& state)
{
    const runtime::Session& session = *state.session;
    CUTAWAY_TRY(api::MemoryPlan plan, runtime::planReport(state.model->description(), state.model->options()));
    for (api::BufferInfo& buffer : plan.buffers) {
        switch (buffer.kind) {
        case api::BufferKind::weights: buffer.actual = buffer.predicted; break; // the store allocates their sum: checked below
        case api::BufferKind::kv: buffer.actual = session.cache().shape().layerBytes(std::size_t(buffer.layer)); break;
        case api::BufferKind::compute: buffer.actual = session.arenaBytes(); break;
        case api::BufferKind::output: buffer.actual = session.outputBytes(); break;
        }
    }
    CUTAWAY_CHECK(plan.devices[0].weights == state.model->weights().sizeBytes());
    return plan;
}

base::Result<api::LoadedModel> describeLoaded(EngineState& state, std::int64_t loadNs)
{
    const auto& description = state.model->description();
    const auto tools = state.textTools();
    api::LoadedModel loaded { .id = { state.nextModelId++ }, .card = describeFile(description.file()), .context = state.model->options().context,
        .contextTrained = description.hparams().nCtxTrain, .threads = state.model->options().threads, .loadNs = loadNs };
    auto& backend = state.model->backendFor({ 1, 1 });
    loaded.card.supported = true;
    loaded.isa = backend.isa();
    loaded.deviceName = backend.name();
    loaded.hasVocabulary = tools->tokenizer().hasVocabulary();
    loaded.hasChatTemplate = tools->hasTemplate();
    loaded.chatTemplateProblem = tools->templateProblem();
    loaded.barriersPerLayer = state.session->barriersPerLayer();
    CUTAWAY_TRY(loaded.memory, memoryReport(state));
    loaded.card.fit = loaded.memory.fit;
    return loaded;
}

base::Status load(const Call& call, const api::LoadModel& command)
{
    EngineState& state = call.state;
    CUTAWAY_TRY(const auto description, runtime::ModelDescription::open(command.path));
    CUTAWAY_TRY(const auto options, runOptions(command.options));
    CUTAWAY_TRY(auto tools, runtime::TextTools::load(description->file().metadata));
    const auto progress = [&](std::uint64_t done, std::uint64_t total, const std::string& name) {
        call.state.outbox.send(api::Progress { call.id, double(done) / double(std::max<std::uint64_t>(1, total)), name });
        return !call.cancel.cancelled();
    };
    CUTAWAY_TRY(state.model, runtime::LoadedModel::load(description, options, progress));
    state.recorder = std::make_unique<profile::Recorder>(state.model->workers());
    state.recorder->setEnabled(options.record);
    CUTAWAY_TRY(state.session, runtime::Session::create(state.model, *state.recorder));
    state.setTextTools(std::move(tools));
    return base::ok();
}

} // namespace

base::Result<api::Answer> handle(const Call& call, const api::LoadModel& command)
{
    const std::int64_t start = base::nowNs();
    call.state.unload();
    const base::Status status = load(call, command);
    if (!status) {
        call.state.unload();
        return status.error();
    }
    auto loaded = describeLoaded(call.state, base::nowNs() - start);
    if (!loaded) {
        call.state.unload();
        return loaded.error();
    }
    call.state.sendStatus(0);
    call.state.sendSnapshot();
    return api::Answer { std::move(*loaded) };
}

} // namespace cutaway::service
