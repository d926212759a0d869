#pragma once
#include "engine/base/ids.h"
#include "engine/base/param_spec.h"
#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Plain values that cross the border between the engine and whoever shows it. Sizes in bytes, times in nanoseconds on base::nowNs()'s axis.
namespace cutaway::api {

using base::ModelId;
using base::ParamSpec;
using base::RequestId;
using base::TokenId;

enum class Fit { fits, tight, tooLarge, unknown };

/// What a row of the model list says about a file; read from its header only.
struct ModelCard {
    std::string path;
    std::string fileName;      ///< less ".gguf", quantisation type and shard suffix
    std::string generalName;   ///< general.name; may be empty
    std::string architecture;
    std::string type;          ///< "Q4_1": the named mix, or the most frequent type
    std::uint64_t parameters = 0;
    std::uint64_t sizeBytes = 0;
    std::int64_t contextTrained = 0;
    std::int32_t layers = 0;
    bool supported = false;    ///< this build can run the architecture
    bool hasChatTemplate = false;
    Fit fit = Fit::unknown;
    std::string problem;       ///< why it cannot be used, one sentence; empty when it can
};

struct TensorInfo {
    std::string name;
    std::string type;
    std::vector<std::int64_t> shape; ///< outermost first
    std::uint64_t bytes = 0;
};
struct MetadataItem {
    std::string key;
    std::string type;
    std::string value; ///< arrays: the first items and a count
};

struct DeviceInfo {
    std::string name;        ///< "cpu"
    std::string description; ///< processor name, cores, instruction set
    std::uint64_t memoryTotal = 0;
    std::uint64_t memoryFree = 0; ///< what a plan may use: min(MemAvailable, cgroup limit)
};

enum class BufferKind { weights, kv, compute, output };
/// One buffer of a plan or of a loaded model.
struct BufferInfo {
    std::string device;
    std::string name;
    BufferKind kind = BufferKind::weights;
    std::uint64_t predicted = 0;
    std::uint64_t actual = 0; ///< 0 before loading
    std::int32_t layer = -1;  ///< -1: not of one layer
};
struct DevicePlan {
    std::string name;
    std::uint64_t weights = 0, kv = 0, compute = 0, output = 0, total = 0, free = 0;
    std::int32_t layers = 0;
};
/// What loading will take, exactly: made by the planner that also allocates.
struct MemoryPlan {
    std::vector<DevicePlan> devices;
    std::vector<BufferInfo> buffers;
    std::int64_t context = 0;
    std::int32_t layerCount = 0;
    Fit fit = Fit::unknown;
    std::string sentence; ///< "needs 231.0 MiB on cpu, 20.1 GiB free"
};

struct InspectReport {
    ModelCard card;
    double bitsPerWeight = 0;
    std::string formatName;
    std::vector<MetadataItem> metadata;
    std::vector<TensorInfo> tensors;
    std::optional<MemoryPlan> plan; ///< absent when the architecture is not supported
};

enum class KvType { f16, f32 };
struct LoadOptions {
    std::int64_t context = 0;    ///< 0: the smaller of trained and 4,096
    std::int32_t threads = 0;    ///< decode; 0: one per physical core
    std::int32_t threadsBatch = 0; ///< prefill; 0: as threads
    std::int32_t ubatch = 512;
    KvType kvTypeK = KvType::f16;
    KvType kvTypeV = KvType::f16;
    std::string isa;             ///< cap: "generic", "avx2"; empty: best
    bool reference = false;      ///< the oracle: op references
    bool record = true;          ///< profiler events
};

struct ParamValue {
    std::string key;
    double value = 0;
};
struct SamplingOptions {
    std::vector<ParamValue> values; ///< absent keys keep their default
    std::optional<std::uint64_t> seed; ///< absent: from the clock, reported in the result
};

struct LoadedModel {
    ModelId id;
    ModelCard card;
    MemoryPlan memory;          ///< with actual bytes
    std::int64_t context = 0;
    std::int64_t contextTrained = 0;
    std::int32_t threads = 0;
    std::string isa;
    std::string deviceName;
    bool hasVocabulary = false;
    bool hasChatTemplate = false;
    std::string chatTemplateProblem; ///< why the template cannot be used; empty when it can
    std::int64_t loadNs = 0;
    double barriersPerLayer = 0;
};

enum class Role { system, user, assistant };
struct ChatMessage {
    Role role = Role::user;
    std::string text;
};

/// Why an answer ended.
enum class StopReason { endOfGeneration, stopString, tokenLimit, contextFull, cancelled };
struct Timings {
    std::int64_t load = 0, prefill = 0, decode = 0, firstToken = 0;
    std::int32_t promptTokens = 0, reusedTokens = 0, generatedTokens = 0;
    double tokensPerSecond = 0; ///< decode
};

/// What an answer must look like.
struct AnswerFormat {
    enum class Kind {
        free,
        gbnf,       ///< `text` is a grammar in GBNF; its rule "root" is the whole answer
        jsonSchema, ///< `text` is a JSON Schema; the answer is a JSON text that is valid under it
    };
    Kind kind = Kind::free;
    std::string text;
};

struct GenerateResult {
    std::string text;
    std::vector<TokenId> tokens;
    StopReason stopReason = StopReason::endOfGeneration;
    Timings timings;
    std::uint64_t seed = 0;
    std::string reuseNote; ///< how many tokens came from the cache, and why not more
};

/// A piece of an answer. `text` holds complete code points only.
struct TokenPiece {
    TokenId id = base::kNoToken;
    std::string text;
    std::uint64_t stepId = 0; ///< the decode step that made its logits; 0 when unknown
    float probability = 0;    ///< after the sampler chain
};

/// How full things are, after a step.
struct EngineStatus {
    std::int64_t kvUsed = 0, kvCapacity = 0; ///< positions
    std::uint64_t kvBytesUsed = 0, kvBytes = 0;
    std::uint64_t plansBuilt = 0, plansReused = 0;
    double tokensPerSecond = 0; ///< over the last second of decoding
    double recordingShare = 0;  ///< measured cost of recording as a share of step time
    double processorShare = 0;  ///< CPU time of the process over wall time and used cores, 0..1
    std::uint64_t residentBytes = 0; ///< VmRSS of the process
};

} // namespace cutaway::api
