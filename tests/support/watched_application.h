#pragma once
#include <QApplication>
#include <QThread>

namespace cutaway::test {

/// What sees each event that the GUI thread hands out, before and after its handlers.
class EventWatcher {
public:
    virtual ~EventWatcher() = default;
    virtual void before(const QObject& receiver, const QEvent& event) = 0;
    virtual void after() = 0;
};

/// An application whose events can be watched. An event that is handed out by the handler of another belongs to that one.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    /// @param watcher  none: nobody watches
    void setWatcher(EventWatcher* watcher) { m_watcher = watcher; }
    bool notify(QObject* receiver, QEvent* event) override
    {
        if (QThread::currentThread() != thread() || !m_watcher || m_inside)
            return QApplication::notify(receiver, event);
        m_inside = true;
        m_watcher->before(*receiver, *event);
        const bool handled = QApplication::notify(receiver, event);
        if (m_watcher)
            m_watcher->after();
        m_inside = false;
        return handled;
    }

private:
    EventWatcher* m_watcher = nullptr;
    bool m_inside = false;
};

} // namespace cutaway::test
