#pragma once
#include "engine/api/profile.h"
#include "engine/api/values.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

/// The facade: everything that a front end may ask of the engine, and everything that it hears back.
namespace cutaway::api {

// ---- Commands -------------------------------------------------------------------------------------------------------

/// Reads the headers of all model files in the folders (recursively) and of the single files; one ModelFound per file.
struct ScanModels {
    std::vector<std::string> folders;
    std::vector<std::string> files;
};
/// Ends with Finished{InspectReport}.
struct InspectModel {
    std::string path;
    LoadOptions options; ///< for the memory plan
};
/// Ends with Finished{MemoryPlan}; reads no weights.
struct PlanModel {
    std::string path;
    LoadOptions options;
};
/// Replaces the loaded model, if any. Progress, then Finished{LoadedModel}. A failed or cancelled load leaves no model and no memory behind.
struct LoadModel {
    std::string path;
    LoadOptions options;
};
struct UnloadModel { };
/// Answers a conversation (chat template applied) or completes a text (when `messages` is empty).
/// TokensReady as text comes, StatusChanged a few times a second, then Finished{GenerateResult}. Cancel ends it as Finished with
/// StopReason::cancelled and the text so far, once it has begun to generate.
struct Generate {
    std::vector<ChatMessage> messages;
    std::string text;
    SamplingOptions sampling;
    std::int32_t maxTokens = -1; ///< -1: until the model ends or the context is full
    std::vector<std::string> stop;
    AnswerFormat format; ///< a grammar that cannot be used is an error before anything is computed; its message has line and column
    std::string now; ///< local time for templates, ISO 8601; empty: the clock
};
/// Ends with Finished{TokenCount}: how many context positions the conversation takes, template included.
struct CountTokens {
    std::vector<ChatMessage> messages;
    std::string text;
};
struct TokenCount {
    std::int64_t tokens = 0;
};
/// Ends with Finished{DeviceList}.
struct ListDevices { };
struct DeviceList {
    std::vector<DeviceInfo> devices;
};
/// Asks for SnapshotReady events: one now, and (`live`) after steps, at most `perSecond` times a second. Ends at once.
struct WatchProfile {
    bool live = false;
    double perSecond = 10;
};
/// Writes the recorded steps. Ends with Finished{ExportDone}.
enum class ProfileFormat { native, chrome, csv };
struct ExportProfile {
    std::string path;
    ProfileFormat format = ProfileFormat::chrome;
};
struct ExportDone {
    std::string path;
    std::uint64_t bytes = 0;
};

using Command = std::variant<ScanModels, InspectModel, PlanModel, LoadModel, UnloadModel, Generate, CountTokens, ListDevices, WatchProfile, ExportProfile>;

// ---- Events ---------------------------------------------------------------------------------------------------------

struct Progress {
    RequestId request;
    double fraction = 0;   ///< 0..1
    std::string detail;    ///< "blk.12.ffn_gate.weight"; not for translation
};
struct ModelFound {
    RequestId request;
    ModelCard card;
};
struct TokensReady {
    RequestId request;
    std::vector<TokenPiece> pieces;
};
/// Prefill of a prompt: how far, how much came from the cache.
struct PromptProgress {
    RequestId request;
    std::int32_t done = 0, total = 0, reused = 0;
};
struct StatusChanged {
    EngineStatus status;
};
struct SnapshotReady {
    std::shared_ptr<const ProfileSnapshot> snapshot;
};

using Answer = std::variant<std::monostate, InspectReport, MemoryPlan, LoadedModel, GenerateResult, TokenCount, DeviceList, ExportDone>;
struct Finished {
    RequestId request;
    Answer answer;
};
struct Failed {
    RequestId request;
    base::Error error;
};
struct Cancelled {
    RequestId request;
};
/// Each request ends with EXACTLY one of Finished, Failed, Cancelled.
using Event = std::variant<Progress, ModelFound, TokensReady, PromptProgress, StatusChanged, SnapshotReady, Finished, Failed, Cancelled>;

/// The engine as seen from outside. Commands are carried out in order, one at a time, on the engine's own threads (file work beside model work).
class EngineService {
public:
    /// Called on an engine thread, one event at a time; must not block.
    using Sink = std::function<void(Event)>;

    virtual ~EngineService() = default;
    /// Sets the one receiver of events. Call once, before the first submit.
    virtual void setSink(Sink sink) = 0;
    /// Never blocks. Any thread.
    virtual RequestId submit(Command command) = 0;
    /// Never blocks; takes effect within 100 ms. Any thread. Unknown or ended requests are ignored.
    virtual void cancel(RequestId request) = 0;
    /// The parameters of the sampler chain, in chain order. Constant.
    virtual const std::vector<ParamSpec>& samplingParams() const = 0;
};

} // namespace cutaway::api
