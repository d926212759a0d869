#include "engine/service/engine_state.h"

#include "engine/base/clock.h"
#include "engine/io/system_memory.h"

#include <algorithm>
#include <ctime>

namespace cutaway::service {
namespace {

constexpr std::int64_t kStatusPeriodNs = 250'000'000;

std::int64_t processCpuNs()
{
    timespec time {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

void EngineState::unload()
{
    session.reset();
    recorder.reset();
    model.reset();
    setTextTools(nullptr);
}

void EngineState::sendStatus(double tokensPerSecond)
{
    api::EngineStatus status;
    const std::int64_t wall = base::nowNs();
    const std::int64_t cpu = processCpuNs();
    if (m_lastWallNs != 0 && wall > m_lastWallNs) {
        const int threads = model ? model->workers() : 1;
        m_processorShare = std::min(1.0, double(cpu - m_lastCpuNs) / double(wall - m_lastWallNs) / threads);
    }
    m_lastWallNs = wall;
    m_lastCpuNs = cpu;
    m_lastStatusNs = wall;
    if (session) {
        const cache::KvCache& cache = session->cache();
        const double perPosition = double(cache.shape().bytes()) / double(cache.shape().capacity());
        status.kvUsed = cache.used();
        status.kvCapacity = cache.shape().positions;
        status.kvBytes = cache.shape().bytes();
        status.kvBytesUsed = std::uint64_t(perPosition * double(cache.used()));
        status.plansBuilt = session->planCounts().built;
        status.plansReused = session->planCounts().reused;
        status.recordingShare = recorder->enabled() ? recorder->recordingShare() : 0;
    }
    status.tokensPerSecond = tokensPerSecond;
    status.processorShare = m_processorShare;
    if (const auto memory = io::readProcessMemory())
        status.residentBytes = memory->residentBytes;
    outbox.send(api::StatusChanged { status });
}

void EngineState::sendSnapshot()
{
    m_lastSnapshotNs = base::nowNs();
    outbox.send(api::SnapshotReady { recorder ? std::shared_ptr<const api::ProfileSnapshot>(recorder->snapshot()) : std::make_shared<const api::ProfileSnapshot>() });
}

void EngineState::afterStep(double tokensPerSecond)
{
    const std::int64_t now = base::nowNs();
    if (now - m_lastStatusNs >= kStatusPeriodNs)
        sendStatus(tokensPerSecond);
    if (watching.load(std::memory_order_relaxed) && now - m_lastSnapshotNs >= watchPeriodNs.load(std::memory_order_relaxed))
        sendSnapshot();
}

base::Result<runtime::RunOptions> runOptions(const api::LoadOptions& options)
{
    if (options.kvTypeK != options.kvTypeV) {
        return base::Error { .code = base::ErrorCode::unsupported, .message = "Keys and values of the KV cache must have the same type.", .action = "Choose F16 for both, or F32 for both." };
    }
    return runtime::RunOptions { .context = options.context, .threads = options.threads, .threadsBatch = options.threadsBatch, .ubatch = options.ubatch,
        .kvType = options.kvTypeK == api::KvType::f16 ? kernels::DType::f16 : kernels::DType::f32, .isa = options.isa, .reference = options.reference, .record = options.record };
}

} // namespace cutaway::service
