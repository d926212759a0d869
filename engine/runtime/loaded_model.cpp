#include "engine/base/text.h"
#include "engine/io/system_memory.h"
#include "engine/runtime/memory_planner.h"
#include "engine/runtime/session.h"

#include <algorithm>

namespace cutaway::runtime {
namespace {

/// Refuses before anything is read, in one sentence with the numbers.
base::Status checkFits(const ModelDescription& description, const RunOptions& options, backend::Backend& decode, backend::Backend& prefill)
{
    CUTAWAY_TRY(const PlannedMemory memory, planMemory(description, options, decode, prefill));
    CUTAWAY_TRY(const io::SystemMemory system, io::readSystemMemory());
    const std::uint64_t free = system.availableBytes;
    if (memory.total() <= free / 10 * 9)
        return base::ok();
    return base::Error { .code = base::ErrorCode::outOfMemory,
        .message = "The model needs " + base::formatBytes(memory.total()) + " on " + decode.name() + " (weights " + base::formatBytes(memory.weights) + ", KV cache "
            + base::formatBytes(memory.kv) + ", activations " + base::formatBytes(memory.compute) + ", logits " + base::formatBytes(memory.output) + "); "
            + base::formatBytes(free) + " are free and a tenth of them is kept for the system.",
        .subject = description.file().path, .action = "Choose a smaller context than " + std::to_string(options.context) + ", a smaller model, or close other programs." };
}

} // namespace

base::Result<std::shared_ptr<LoadedModel>> LoadedModel::load(std::shared_ptr<const ModelDescription> description, const RunOptions& wanted, const backend::LoadProgress& progress)
{
    auto model = std::make_shared<LoadedModel>();
    CUTAWAY_TRY(model->m_options, resolveOptions(*description, wanted));
    const RunOptions& options = model->m_options;
    model->m_description = std::move(description);
    model->m_pool = std::make_unique<base::ThreadPool>(options.threads);
    CUTAWAY_TRY(model->m_backend, makeBackend(options, *model->m_pool));
    if (options.threadsBatch != options.threads) {
        model->m_batchPool = std::make_unique<base::ThreadPool>(options.threadsBatch);
        CUTAWAY_TRY(model->m_batchBackend, makeBackend(options, *model->m_batchPool));
    }
    CUTAWAY_TRY_STATUS(checkFits(*model->m_description, options, *model->m_backend, model->backendFor({ options.ubatch, 1 })));
    model->m_sources = model->m_description->sources();
    CUTAWAY_TRY(model->m_weights, model->m_backend->load(model->m_sources, progress, [&](std::size_t weight) { model->m_description->releaseSource(weight); }));
    CUTAWAY_TRY_STATUS(model->m_description->file().intact());
    return model;
}

int LoadedModel::workers() const { return std::max(m_backend->workers(), m_batchBackend ? m_batchBackend->workers() : 0); }

} // namespace cutaway::runtime
