#include "engine/model/blocks/decoder.h"

#include <cmath>

namespace cutaway::model {
namespace {

base::Result<Hparams> read(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(Hparams h, readCommonHparams(metadata));
    h.windowPattern = 6;
    // A flag array under this key is another architecture's form; the period then keeps its default.
    const std::string key = h.architecture + ".attention.sliding_window_pattern";
    if (const formats::MetaValue* value = metadata.find(key); value && !formats::isArray(*value)) {
        CUTAWAY_TRY(h.windowPattern, metadata.integer(key));
    }
    if (h.windowPattern < 0 || h.window < 0) {
        return base::Error { .code = base::ErrorCode::corruptFile,
            .message = "Metadata keys of the sliding window are negative: window " + std::to_string(h.window) + ", pattern " + std::to_string(h.windowPattern) + ".", .subject = key };
    }
    return h;
}

base::Result<WeightsPtr> bind(WeightTable& table, const Hparams& h) { return bindDecoder(table, h, { .headNorms = true, .sandwich = true }); }

void build(graph::Builder& builder, const Hparams& h, const Weights& weights)
{
    constexpr std::int64_t layersOf27B = 62; // its attention scale follows the embedding, not the head
    const float headSize = h.nLayer == layersOf27B ? float(h.nEmbd) / float(h.nHead[0]) : float(h.headDimK);
    DecoderOptions options { .embeddingScale = std::sqrt(float(h.nEmbd)), .attentionScale = 1 / std::sqrt(headSize), .activation = ops::GluKind::gelu,
        .finalSoftcap = h.finalSoftcap };
    if (h.window > 0) {
        // Every pattern-th layer sees everything; 0: all slide.
        options.slides = [period = h.windowPattern](std::int32_t layer) { return period == 0 || layer % period < period - 1; };
    }
    buildDecoder(builder, h, static_cast<const DecoderWeights&>(weights), options);
}

} // namespace

extern const ArchitectureSpec gemma3;
constexpr ArchitectureSpec gemma3 { "gemma3", "Gemma 3 (text)", CacheKind::kv, read, bind, build };

} // namespace cutaway::model
