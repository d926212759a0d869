#include "engine/model/blocks/decoder.h"

#include <cmath>

namespace cutaway::model {
namespace {

base::Result<WeightsPtr> bind(WeightTable& table, const Hparams& h) { return bindDecoder(table, h, { .headNorms = true }); }

void build(graph::Builder& builder, const Hparams& h, const Weights& weights)
{
    buildDecoder(builder, h, static_cast<const DecoderWeights&>(weights),
        { .attentionScale = 1 / std::sqrt(float(h.headDimK)), .interleavedRope = false });
}

} // namespace

extern const ArchitectureSpec qwen3;
constexpr ArchitectureSpec qwen3 { "qwen3", "Qwen 3 (dense)", CacheKind::kv, readCommonHparams, bind, build };

} // namespace cutaway::model
