#include "ui/bridge/engine_controller.h"

#include "engine/base/clock.h"
#include "ui/bridge/event_inbox.h"

#include <algorithm>

namespace cutaway::ui {
namespace {

/// One update a frame of a 60 Hz display: more would be drawn over before anyone saw it.
constexpr std::int64_t kFrameNs = 16'000'000;

} // namespace

EngineController::EngineController(std::unique_ptr<api::EngineService> service, QObject* parent)
    : QObject(parent)
    , m_inbox(std::make_shared<EventInbox>([this] { emit eventsWaiting({}); }))
    , m_service(std::move(service))
{
    connect(this, &EngineController::eventsWaiting, this, &EngineController::wake, Qt::QueuedConnection);
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, &EngineController::deliver);
    m_service->setSink([inbox = m_inbox](api::Event event) { inbox->put(std::move(event)); });
}

EngineController::~EngineController()
{
    m_inbox->close(); // the engine's threads may still report while the service winds down
}

api::RequestId EngineController::submit(api::Command command, QObject* context, RequestHandlers handlers)
{
    const api::RequestId request = m_service->submit(std::move(command));
    // The answer cannot be earlier than this line: events are handed out by this thread, later.
    m_requests.emplace(request, Request { context, std::move(handlers) });
    return request;
}

void EngineController::cancel(api::RequestId request)
{
    if (isOpen(request))
        m_service->cancel(request);
}

const std::vector<api::ParamSpec>& EngineController::samplingParams() const { return m_service->samplingParams(); }

/// The first event after a pause is handed out at once; those that follow wait for the next frame.
void EngineController::wake()
{
    const std::int64_t waitedNs = base::nowNs() - m_lastDeliveryNs;
    if (waitedNs >= kFrameNs)
        deliver();
    else if (!m_frame.isActive())
        m_frame.start(int((kFrameNs - waitedNs + 999'999) / 1'000'000));
}

void EngineController::deliver()
{
    m_lastDeliveryNs = base::nowNs();
    for (const api::Event& event : m_inbox->take())
        handle(event);
}

const RequestHandlers* EngineController::find(api::RequestId request) const
{
    const auto found = m_requests.find(request);
    return found != m_requests.end() && found->second.context ? &found->second.handlers : nullptr;
}

void EngineController::end(api::RequestId request, const std::function<void(const RequestHandlers&)>& tell)
{
    auto node = m_requests.extract(request);
    if (node.empty()) {
        qWarning("request %llu ended twice", static_cast<unsigned long long>(request.value));
        return;
    }
    if (node.mapped().context)
        tell(node.mapped().handlers);
}

void EngineController::handle(const api::Event& event)
{
    // Handlers are copied before the call: a handler may submit or end requests, which moves the table's entries.
    struct Visitor {
        EngineController& self;
        void operator()(const api::Progress& e) const
        {
            if (const auto* handlers = self.find(e.request); handlers && handlers->progress)
                std::function(handlers->progress)(e.fraction, QString::fromStdString(e.detail));
        }
        void operator()(const api::ModelFound& e) const
        {
            if (const auto* handlers = self.find(e.request); handlers && handlers->modelFound)
                std::function(handlers->modelFound)(e.card);
        }
        void operator()(const api::TokensReady& e) const
        {
            if (const auto* handlers = self.find(e.request); handlers && handlers->tokens)
                std::function(handlers->tokens)(e.pieces);
        }
        void operator()(const api::PromptProgress& e) const
        {
            if (const auto* handlers = self.find(e.request); handlers && handlers->prompt)
                std::function(handlers->prompt)(e);
        }
        void operator()(const api::StatusChanged& e) const
        {
            self.m_status = e.status;
            emit self.statusChanged(self.m_status);
        }
        void operator()(const api::SnapshotReady& e) const
        {
            self.m_snapshot = e.snapshot;
            emit self.snapshotReady(self.m_snapshot);
        }
        void operator()(const api::Finished& e) const
        {
            self.end(e.request, [&](const RequestHandlers& handlers) { if (handlers.finished) handlers.finished(e.answer); });
        }
        void operator()(const api::Failed& e) const
        {
            self.end(e.request, [&](const RequestHandlers& handlers) { if (handlers.failed) handlers.failed(e.error); });
        }
        void operator()(const api::Cancelled& e) const
        {
            self.end(e.request, [](const RequestHandlers& handlers) { if (handlers.cancelled) handlers.cancelled(); });
        }
    };
    std::visit(Visitor { *this }, event);
}

} // namespace cutaway::ui
