#pragma once
#include "engine/model/hparams.h"
#include "engine/model/weights.h"

#include <memory>
#include <span>
#include <string_view>

namespace cutaway::model {

/// Bound weights of one model; each architecture has its own kind.
class Weights {
public:
    virtual ~Weights() = default;
};
using WeightsPtr = std::unique_ptr<const Weights>;

/// What a sequence must remember.
enum class CacheKind { kv };

/// How one `general.architecture` turns a file into logits. Required fields only: a fact left out does not compile.
struct ArchitectureSpec {
    std::string_view name;
    std::string_view help;
    CacheKind cache;
    base::Result<Hparams> (*readHparams)(const formats::Metadata& metadata);
    base::Result<WeightsPtr> (*bindTensors)(WeightTable& table, const Hparams& hparams);
    /// Writes the graph and sets its logits (none when the step wants no outputs).
    void (*buildGraph)(graph::Builder& builder, const Hparams& hparams, const Weights& weights);
};

/// Every architecture, in list order.
std::span<const ArchitectureSpec* const> architectures();
/// Errors: notFound when the key is missing, unsupported when this build does not know the architecture (the sentence lists those it does).
base::Result<const ArchitectureSpec*> findArchitecture(const formats::Metadata& metadata);

} // namespace cutaway::model
