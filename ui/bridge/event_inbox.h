#pragma once
#include "engine/api/engine_service.h"

#include <functional>
#include <mutex>
#include <vector>

namespace cutaway::ui {

/// The letter box between the engine's threads and the GUI thread. Neighbouring events that make each other out of date are joined
/// in it: token pieces of one request are appended, progress, status and snapshots are replaced by the newest. Order is kept.
class EventInbox {
public:
    /// @param wake  called once when the box stops being empty, with no lock held, on the thread that put the event
    explicit EventInbox(std::function<void()> wake);

    /// Any thread. Does nothing once the box is closed.
    void put(api::Event event);
    /// Takes all events, oldest first; the next put wakes again.
    std::vector<api::Event> take();
    /// After this call no wake is running or will run.
    void close();

private:
    bool join(api::Event& event);

    std::mutex m_mutex; ///< guards the fields below; held for moments only
    std::vector<api::Event> m_events;
    bool m_closed = false;
    std::mutex m_wakeMutex; ///< held while wake runs, so that close() can wait for it
    std::function<void()> m_wake;
};

} // namespace cutaway::ui
