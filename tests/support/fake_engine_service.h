#pragma once
#include "engine/api/engine_service.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

namespace cutaway::test {

/// What the fake engine does. Set before the first command; read on its thread.
struct FakeScript {
    std::string answer = "The sky looks blue because air molecules scatter short wavelengths of sunlight more strongly than long ones.";
    int tokenDelayUs = 1'000;
    int loadMs = 40;
    std::int64_t context = 4096;
    bool hasChatTemplate = true;
    int reusedTokens = 34;
    api::StopReason stopReason = api::StopReason::endOfGeneration;
    std::optional<base::Error> loadError;
    std::optional<base::Error> generateError; ///< after half of the answer
    std::vector<api::ModelCard> cards;        ///< what any scan finds; empty: one card per file asked for
    int finalsPerRequest = 1;                 ///< 2: breaks the rule of one end, on purpose
    bool recordProfile = true;
};

/// An engine without a model: answers every command from a script, on a thread of its own, with the same events and the same rules.
class FakeEngineService : public api::EngineService {
public:
    explicit FakeEngineService(FakeScript script = {});
    ~FakeEngineService() override;

    void setSink(Sink sink) override;
    api::RequestId submit(api::Command command) override;
    void cancel(api::RequestId request) override;
    const std::vector<api::ParamSpec>& samplingParams() const override { return m_params; }

    /// Generate commands that were carried out, oldest first.
    std::vector<api::Generate> generated() const;
    std::vector<api::LoadModel> loaded() const;

private:
    struct Job {
        api::RequestId request;
        api::Command command;
    };
    void work();
    void run(const Job& job);
    void emitEvent(api::Event event);
    void finish(api::RequestId request, api::Answer answer);
    bool cancelled(api::RequestId request) const;
    /// False when the request was cancelled while waiting.
    bool pause(api::RequestId request, int microseconds);

    void perform(api::RequestId request, const api::ScanModels& command);
    void perform(api::RequestId request, const api::InspectModel& command);
    void perform(api::RequestId request, const api::PlanModel& command);
    void perform(api::RequestId request, const api::LoadModel& command);
    void perform(api::RequestId request, const api::UnloadModel& command);
    void perform(api::RequestId request, const api::Generate& command);
    void perform(api::RequestId request, const api::CountTokens& command);
    void perform(api::RequestId request, const api::ListDevices& command);
    void perform(api::RequestId request, const api::WatchProfile& command);
    void perform(api::RequestId request, const api::ExportProfile& command);
    void sendStatus(std::int64_t kvUsed);
    void sendSnapshot();

    FakeScript m_script;
    std::vector<api::ParamSpec> m_params;
    Sink m_sink;
    mutable std::mutex m_mutex; ///< guards what follows up to m_thread
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
    std::unordered_set<std::uint64_t> m_cancelled;
    std::vector<api::Generate> m_generated;
    std::vector<api::LoadModel> m_loaded;
    std::uint64_t m_nextRequest = 1;
    bool m_stop = false;
    std::optional<api::LoadedModel> m_model; ///< worker thread only, as all below
    bool m_watching = false;
    std::uint64_t m_step = 1;
    std::deque<std::shared_ptr<const api::StepRecord>> m_steps;
    std::thread m_thread;
};

} // namespace cutaway::test
