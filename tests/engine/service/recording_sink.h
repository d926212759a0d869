#pragma once
#include "engine/api/engine_service.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

namespace cutaway::test {

/// Keeps every event of a service and waits for the end of requests.
class RecordingSink {
public:
    api::EngineService::Sink sink()
    {
        return [this](api::Event event) {
            const std::scoped_lock lock(m_mutex);
            m_events.push_back(std::move(event));
            m_changed.notify_all();
        };
    }

    /// The final event of a request; none when it does not come in time.
    std::optional<api::Event> finalOf(base::RequestId id, std::chrono::seconds limit = std::chrono::seconds(120))
    {
        std::unique_lock lock(m_mutex);
        std::optional<api::Event> found;
        m_changed.wait_for(lock, limit, [&] {
            for (const api::Event& event : m_events) {
                if (isFinalOf(event, id))
                    found = event;
            }
            return found.has_value();
        });
        return found;
    }

    int finalsOf(base::RequestId id)
    {
        const std::scoped_lock lock(m_mutex);
        int count = 0;
        for (const api::Event& event : m_events)
            count += isFinalOf(event, id) ? 1 : 0;
        return count;
    }

    /// Waits until an event of a kind has come for which the predicate holds.
    template <class E, class Predicate> bool waitFor(Predicate predicate, std::chrono::seconds limit = std::chrono::seconds(60))
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, limit, [&] {
            for (const api::Event& event : m_events) {
                if (const auto* concrete = std::get_if<E>(&event); concrete && predicate(*concrete))
                    return true;
            }
            return false;
        });
    }

    template <class E> std::vector<E> all()
    {
        const std::scoped_lock lock(m_mutex);
        std::vector<E> result;
        for (const api::Event& event : m_events) {
            if (const auto* concrete = std::get_if<E>(&event))
                result.push_back(*concrete);
        }
        return result;
    }

private:
    static bool isFinalOf(const api::Event& event, base::RequestId id)
    {
        if (const auto* finished = std::get_if<api::Finished>(&event))
            return finished->request == id;
        if (const auto* failed = std::get_if<api::Failed>(&event))
            return failed->request == id;
        const auto* cancelled = std::get_if<api::Cancelled>(&event);
        return cancelled && cancelled->request == id;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<api::Event> m_events;
};

} // namespace cutaway::test
