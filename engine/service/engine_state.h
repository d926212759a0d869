#pragma once
#include "engine/runtime/session.h"
#include "engine/runtime/text_tools.h"
#include "engine/service/outbox.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace cutaway::service {

/// What the engine holds. The model and its session belong to the model lane; what both lanes read is behind a lock or atomic.
class EngineState {
public:
    Outbox outbox;

    // Model lane only.
    std::shared_ptr<runtime::LoadedModel> model;
    std::unique_ptr<profile::Recorder> recorder;
    std::unique_ptr<runtime::Session> session;
    std::uint64_t nextModelId = 1;

    /// Frees session, recorder and weights, in this order.
    void unload();

    // Both lanes.
    std::shared_ptr<const runtime::TextTools> textTools() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_textTools;
    }
    void setTextTools(std::shared_ptr<const runtime::TextTools> tools)
    {
        const std::scoped_lock lock(m_mutex);
        m_textTools = std::move(tools);
    }

    /// Profile watching: set by any thread, read between steps.
    std::atomic<bool> watching { false };
    std::atomic<std::int64_t> watchPeriodNs { 100'000'000 };

    // Model lane: reports that go out now and then.
    void sendStatus(double tokensPerSecond);
    void sendSnapshot();
    /// After a step: status and snapshot, each at its own pace.
    void afterStep(double tokensPerSecond);

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const runtime::TextTools> m_textTools;
    std::int64_t m_lastStatusNs = 0, m_lastSnapshotNs = 0;
    std::int64_t m_lastWallNs = 0, m_lastCpuNs = 0;
    double m_processorShare = 0;
};

/// Options as the engine's front ends give them, as the runtime wants them.
base::Result<runtime::RunOptions> runOptions(const api::LoadOptions& options);

} // namespace cutaway::service
