#pragma once
#include "engine/api/engine_service.h"

#include <mutex>

namespace cutaway::service {

/// The way events go out: one receiver, one event at a time.
class Outbox {
public:
    void setSink(api::EngineService::Sink sink)
    {
        const std::scoped_lock lock(m_mutex);
        m_sink = std::move(sink);
    }
    void send(api::Event event)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_sink)
            m_sink(std::move(event));
    }

private:
    std::mutex m_mutex;
    api::EngineService::Sink m_sink;
};

} // namespace cutaway::service
