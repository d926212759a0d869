#include "engine/service/engine.h"

#include "engine/sampling/sampling_params.h"
#include "engine/service/handlers.h"
#include "engine/service/lane.h"

#include <atomic>
#include <exception>
#include <new>

namespace cutaway::service {
namespace {

/// Whether a command touches the model, or just files and values that both lanes may read.
template <class C> constexpr bool kUsesModel = std::is_same_v<C, api::LoadModel> || std::is_same_v<C, api::UnloadModel> || std::is_same_v<C, api::Generate> || std::is_same_v<C, api::ExportProfile>;

class Engine : public api::EngineService {
public:
    void setSink(Sink sink) override { m_state.outbox.setSink(std::move(sink)); }

    base::RequestId submit(api::Command command) override
    {
        const base::RequestId id { m_nextRequest.fetch_add(1) };
        std::visit([&](auto& concrete) { post(id, std::move(concrete)); }, command);
        return id;
    }

    void cancel(base::RequestId request) override
    {
        if (!m_modelLane.cancel(request))
            m_fileLane.cancel(request);
    }

    const std::vector<base::ParamSpec>& samplingParams() const override { return m_samplingParams; }

private:
    template <class C> void post(base::RequestId id, C command)
    {
        if constexpr (std::is_same_v<C, api::WatchProfile>) {
            // Takes effect at once, between the steps of a running answer; an idle model lane sends one snapshot.
            m_state.watchPeriodNs = std::int64_t(1e9 / std::max(0.1, command.perSecond));
            m_state.watching = command.live;
            m_modelLane.post({}, [this](const base::CancelToken&) { m_state.sendSnapshot(); });
        }
        Lane& lane = kUsesModel<C> ? m_modelLane : m_fileLane;
        lane.post(id, [this, id, command = std::move(command)](const base::CancelToken& cancel) { run(id, command, cancel); });
    }

    /// The top of an engine thread: every way out of a handler becomes exactly one final event.
    template <class C> void run(base::RequestId id, const C& command, const base::CancelToken& cancel)
    {
        if (cancel.cancelled()) {
            m_state.outbox.send(api::Cancelled { id });
            return;
        }
        const auto bug = [&](const std::string& what) {
            if constexpr (kUsesModel<C>)
                m_state.unload();
            return base::Error { .code = base::ErrorCode::internal, .message = "A bug in Cutaway: " + what, .action = "Load the model again; the conversation is kept." };
        };
        base::Result<api::Answer> answer = api::Answer {};
        try {
            answer = handle(Call { m_state, id, cancel }, command);
        } catch (const base::ContractViolation& violation) {
            answer = bug(violation.what());
        } catch (const std::bad_alloc&) {
            answer = base::Error { .code = base::ErrorCode::outOfMemory, .message = "The system refused memory.", .action = "Close other programs, or choose a smaller context." };
        } catch (const std::exception& exception) {
            answer = bug(exception.what());
        }
        finish(id, std::move(answer));
    }

    void finish(base::RequestId id, base::Result<api::Answer> answer)
    {
        if (answer)
            m_state.outbox.send(api::Finished { id, std::move(answer).value() });
        else if (answer.error().code == base::ErrorCode::cancelled)
            m_state.outbox.send(api::Cancelled { id });
        else
            m_state.outbox.send(api::Failed { id, std::move(answer).error() });
    }

    EngineState m_state;
    std::vector<base::ParamSpec> m_samplingParams = sampling::parameters();
    std::atomic<std::uint64_t> m_nextRequest { 1 };
    Lane m_fileLane;
    Lane m_modelLane; ///< last: its thread ends before the state goes
};

} // namespace

std::unique_ptr<api::EngineService> makeEngineService() { return std::make_unique<Engine>(); }

} // namespace cutaway::service
