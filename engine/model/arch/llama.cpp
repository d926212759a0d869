#include "engine/model/blocks/decoder.h"

#include <cmath>

namespace cutaway::model {
namespace {

base::Result<WeightsPtr> bind(WeightTable& table, const Hparams& h) { return bindDecoder(table, h, { .outputBias = true, .ffnBias = true, .ropeFactors = true }); }

void build(graph::Builder& builder, const Hparams& h, const Weights& weights)
{
    buildDecoder(builder, h, static_cast<const DecoderWeights&>(weights),
        { .attentionScale = 1 / std::sqrt(float(h.headDimK)), .interleavedRope = true });
}

} // namespace

extern const ArchitectureSpec llama;
constexpr ArchitectureSpec llama { "llama", "Llama 2 and 3, Mistral, SmolLM2 and their kin (dense)", CacheKind::kv, readCommonHparams, bind, build };

} // namespace cutaway::model
