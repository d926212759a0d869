#include "engine/model/blocks/decoder.h"

#include <cmath>

namespace cutaway::model {
namespace {

base::Result<WeightsPtr> bind(WeightTable& table, const Hparams& h) { return bindDecoder(table, h, { .logitBias = true }); }

void build(graph::Builder& builder, const Hparams& h, const Weights& weights)
{
    buildDecoder(builder, h, static_cast<const DecoderWeights&>(weights),
        { .attentionScale = 1 / std::sqrt(float(h.headDimK)), .interleavedRope = false });
}

} // namespace

extern const ArchitectureSpec qwen2;
constexpr ArchitectureSpec qwen2 { "qwen2", "Qwen 2 and 2.5 (dense)", CacheKind::kv, readCommonHparams, bind, build };

} // namespace cutaway::model
