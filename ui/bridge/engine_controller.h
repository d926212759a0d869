#pragma once
#include "engine/api/engine_service.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <unordered_map>

namespace cutaway::ui {

class EventInbox;

/// What one request tells its caller, on the GUI thread. Unset members are not called. Exactly one of finished, failed and cancelled ends it.
struct RequestHandlers {
    std::function<void(double fraction, const QString& detail)> progress = {};
    std::function<void(const api::ModelCard&)> modelFound = {};
    std::function<void(const std::vector<api::TokenPiece>&)> tokens = {};   ///< at most once a frame
    std::function<void(const api::PromptProgress&)> prompt = {};
    std::function<void(const api::Answer&)> finished = {};
    std::function<void(const base::Error&)> failed = {};
    std::function<void()> cancelled = {};
};

/// The only holder of the engine in the user interface. Turns its events, which arrive on engine threads, into calls and signals on the
/// GUI thread, at most once a frame; never blocks.
class EngineController : public QObject {
    Q_OBJECT

public:
    explicit EngineController(std::unique_ptr<api::EngineService> service, QObject* parent = nullptr);
    ~EngineController() override;

    /// Handlers are called while `context` lives.
    api::RequestId submit(api::Command command, QObject* context, RequestHandlers handlers);
    /// For a request whose end nobody waits for.
    api::RequestId submit(api::Command command) { return submit(std::move(command), this, {}); }
    /// The end still comes through the handlers.
    void cancel(api::RequestId request);
    bool isOpen(api::RequestId request) const { return m_requests.contains(request); }

    const std::vector<api::ParamSpec>& samplingParams() const;
    /// The newest values that arrived; a view made later begins with them.
    const api::EngineStatus& status() const { return m_status; }
    const std::shared_ptr<const api::ProfileSnapshot>& snapshot() const { return m_snapshot; }

signals:
    void statusChanged(const cutaway::api::EngineStatus& status);
    void snapshotReady(const std::shared_ptr<const cutaway::api::ProfileSnapshot>& snapshot);
    /// For the controller alone: emitted on an engine thread, received on the GUI thread.
    void eventsWaiting(QPrivateSignal);

private:
    struct Request {
        QPointer<QObject> context;
        RequestHandlers handlers;
    };
    void wake();
    void deliver();
    void handle(const api::Event& event);
    void end(api::RequestId request, const std::function<void(const RequestHandlers&)>& tell);
    const RequestHandlers* find(api::RequestId request) const;

    std::shared_ptr<EventInbox> m_inbox;
    std::unique_ptr<api::EngineService> m_service;
    std::unordered_map<api::RequestId, Request> m_requests; ///< those that have not ended
    QTimer m_frame;
    std::int64_t m_lastDeliveryNs = 0;
    api::EngineStatus m_status;
    std::shared_ptr<const api::ProfileSnapshot> m_snapshot;
};

} // namespace cutaway::ui
