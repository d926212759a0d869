#pragma once
#include "tests/support/watched_application.h"

#include <cstdint>
#include <string>

namespace cutaway::test {

/// Measures the handlers of every event of the GUI thread while it lives. Made on that thread.
/// @pre the application is a WatchedApplication, and no other watchdog lives
class GuiWatchdog : public EventWatcher {
public:
    struct Handled {
        std::string what; ///< class of the receiver and number of the event's type
        std::int64_t cpuNs = 0;
        std::int64_t wallNs = 0;
        std::int64_t blockedNs = 0; ///< neither running nor ready to run: it waited for something
    };
    GuiWatchdog();
    ~GuiWatchdog() override;
    GuiWatchdog(const GuiWatchdog&) = delete;
    GuiWatchdog& operator=(const GuiWatchdog&) = delete;

    std::int64_t count() const { return m_count; }
    /// The event with the most of it.
    const Handled& worstCpu() const { return m_worstCpu; }
    const Handled& worstWall() const { return m_worstWall; }
    /// Painting apart: it waits for the display server and, where OpenGL is drawn by the processor, for the threads that draw.
    const Handled& worstBlocked() const { return m_worstBlocked; }
    const Handled& worstBlockedPainting() const { return m_worstBlockedPainting; }
    /// Prints the four.
    void print() const;

    void before(const QObject& receiver, const QEvent& event) override;
    void after() override;

private:
    struct Clocks {
        std::int64_t cpuNs = 0;
        std::int64_t wallNs = 0;
        std::int64_t readyNs = 0; ///< waited for a processor
    };
    Clocks read() const;

    int m_schedule = -1; ///< the kernel's account of this thread
    std::string m_what;
    bool m_painting = false;
    Clocks m_start;
    std::int64_t m_count = 0;
    Handled m_worstCpu;
    Handled m_worstWall;
    Handled m_worstBlocked;
    Handled m_worstBlockedPainting;
};

} // namespace cutaway::test
