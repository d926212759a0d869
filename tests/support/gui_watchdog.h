#pragma once
#include <QAbstractEventDispatcher>
#include <QObject>

#include <cstdint>

namespace cutaway::test {

/// Measures every handler of the GUI thread's event loop between waking up and going back to sleep: CPU time of the thread, and wall time beside it.
class GuiWatchdog : public QObject {
public:
    GuiWatchdog();

    /// The longest stretch since the start or reset().
    std::int64_t worstCpuNs() const { return m_worstCpuNs; }
    std::int64_t worstWallNs() const { return m_worstWallNs; }
    void reset();

private:
    void begin();
    void end();

    std::int64_t m_cpuStart = 0;
    std::int64_t m_wallStart = 0;
    bool m_running = false;
    std::int64_t m_worstCpuNs = 0;
    std::int64_t m_worstWallNs = 0;
};

} // namespace cutaway::test
