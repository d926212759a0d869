#include "engine/runtime/memory_planner.h"

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/base/text.h"
#include "engine/io/system_memory.h"

#include <algorithm>

namespace cutaway::runtime {
namespace {

constexpr std::int64_t kDefaultContext = 4096;
constexpr std::int64_t kMaxContext = std::int64_t(1) << 24;
/// Per core. Threads that share a core wait for each other at every barrier: with many more, a step takes seconds.
constexpr int kMaxThreadsPerCore = 64;

base::Status checkOption(const char* name, std::int64_t value, std::int64_t minimum, std::int64_t maximum)
{
    if (value >= minimum && value <= maximum)
        return base::ok();
    return base::Error { .code = base::ErrorCode::invalidArgument,
        .message = "The " + std::string(name) + " is " + std::to_string(value) + "; it must be from " + std::to_string(minimum) + " to " + std::to_string(maximum) + ".", .subject = name };
}

base::Result<std::uint64_t> arenaFor(const ModelDescription& description, backend::Backend& backend, graph::StepShape shape,
    std::span<const backend::WeightSource> sources, std::span<const ops::KvLayer> kv)
{
    CUTAWAY_TRY(const graph::Graph graph, description.buildGraph(shape));
    CUTAWAY_TRY(const auto plan, backend.plan({ .graph = graph, .weights = sources, .kv = kv }));
    return plan->arenaBytes();
}

api::Fit fitOf(std::uint64_t total, std::uint64_t free)
{
    if (total <= free / 10 * 8)
        return api::Fit::fits;
    return total <= free / 10 * 9 ? api::Fit::tight : api::Fit::tooLarge;
}

} // namespace

base::Result<RunOptions> resolveOptions(const ModelDescription& description, RunOptions options)
{
    if (options.context == 0)
        options.context = std::min(description.hparams().nCtxTrain, kDefaultContext);
    if (options.threads == 0)
        options.threads = base::physicalCores();
    if (options.threadsBatch == 0)
        options.threadsBatch = options.threads;
    options.ubatch = std::int32_t(std::min<std::int64_t>(options.ubatch, options.context));
    options.maxOutputs = std::min(options.maxOutputs, options.ubatch);
    if (options.reference)
        options.kvType = kernels::DType::f32;
    CUTAWAY_TRY_STATUS(checkOption("context", options.context, 1, kMaxContext));
    const int maxThreads = kMaxThreadsPerCore * base::physicalCores();
    CUTAWAY_TRY_STATUS(checkOption("number of threads", options.threads, 1, maxThreads));
    CUTAWAY_TRY_STATUS(checkOption("number of prefill threads", options.threadsBatch, 1, maxThreads));
    CUTAWAY_TRY_STATUS(checkOption("ubatch size", options.ubatch, 1, 1 << 16));
    return options;
}

base::Result<std::unique_ptr<backend::Backend>> makeBackend(const RunOptions& options, base::ThreadPool& pool)
{
    if (options.reference)
        return std::unique_ptr<backend::Backend>(std::make_unique<backend::reference::ReferenceBackend>(pool, options.observer));
    if (options.observer)
        return base::Error { .code = base::ErrorCode::unsupported, .message = "Only the reference backend shows the inputs of weights.", .action = "Run with --reference." };
    CUTAWAY_TRY(const auto* kernels, backend::cpu::chooseKernels(options.isa));
    return std::unique_ptr<backend::Backend>(std::make_unique<backend::cpu::CpuBackend>(*kernels, pool));
}

base::Result<PlannedMemory> planMemory(const ModelDescription& description, const RunOptions& options, backend::Backend& decode, backend::Backend& prefill)
{
    PlannedMemory memory;
    std::vector<backend::WeightSource> sources = description.sources();
    for (const backend::WeightSource& source : sources)
        memory.weights += decode.weightBytes(source);
    const cache::KvShape kvShape = description.kvShape(options.context, options.kvType);
    memory.kv = kvShape.bytes();
    const std::vector<ops::KvLayer> kv = kvShape.views(nullptr);
    CUTAWAY_TRY(memory.compute, arenaFor(description, decode, { 1, 1 }, sources, kv));
    CUTAWAY_TRY(const std::uint64_t full, arenaFor(description, prefill, { options.ubatch, options.maxOutputs }, sources, kv));
    CUTAWAY_TRY(const std::uint64_t inner, arenaFor(description, prefill, { options.ubatch, 0 }, sources, kv));
    memory.compute = std::max({ memory.compute, full, inner });
    memory.output = std::uint64_t(options.maxOutputs) * std::uint64_t(description.hparams().nVocab) * sizeof(float);
    return memory;
}

base::Result<api::MemoryPlan> planReport(const ModelDescription& description, const RunOptions& options)
{
    // Planning depends on the number of workers, not on threads that run: none of these starts more than it needs.
    base::ThreadPool pool(options.threads);
    base::ThreadPool batchPool(options.threadsBatch);
    CUTAWAY_TRY(const auto decode, makeBackend(options, pool));
    CUTAWAY_TRY(const auto prefill, makeBackend(options, batchPool));
    CUTAWAY_TRY(const PlannedMemory memory, planMemory(description, options, *decode, *prefill));

    api::MemoryPlan report;
    CUTAWAY_TRY(const io::SystemMemory system, io::readSystemMemory());
    const std::uint64_t free = system.availableBytes;
    const std::int32_t layers = std::int32_t(description.hparams().nLayer);
    report.devices.push_back({ .name = decode->name(), .weights = memory.weights, .kv = memory.kv, .compute = memory.compute, .output = memory.output,
        .total = memory.total(), .free = free, .layers = layers });
    const auto add = [&](std::string name, api::BufferKind kind, std::uint64_t bytes, std::int32_t layer) {
        report.buffers.push_back({ .device = decode->name(), .name = std::move(name), .kind = kind, .predicted = bytes, .layer = layer });
    };
    std::vector<std::uint64_t> perLayer(std::size_t(layers) + 1);
    for (const backend::WeightSource& source : description.sources())
        perLayer[std::size_t(std::int64_t(source.layer) + 1)] += decode->weightBytes(source);
    const cache::KvShape kv = description.kvShape(options.context, options.kvType);
    add("embedding and output", api::BufferKind::weights, perLayer[0], -1);
    for (std::int32_t layer = 0; layer < layers; ++layer)
        add("layer " + std::to_string(layer), api::BufferKind::weights, perLayer[std::size_t(layer) + 1], layer);
    for (std::int32_t layer = 0; layer < layers; ++layer)
        add("KV of layer " + std::to_string(layer), api::BufferKind::kv, kv.layerBytes(std::size_t(layer)), layer);
    add("activations", api::BufferKind::compute, memory.compute, -1);
    add("logits", api::BufferKind::output, memory.output, -1);
    report.context = options.context;
    report.layerCount = layers;
    report.fit = fitOf(memory.total(), free);
    report.sentence = "needs " + base::formatBytes(memory.total()) + " on " + decode->name() + ", " + base::formatBytes(free) + " free";
    return report;
}

} // namespace cutaway::runtime
