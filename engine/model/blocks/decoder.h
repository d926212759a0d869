#pragma once
#include "engine/model/architecture.h"

#include <functional>
#include <optional>

/// The canonical decoder: pre-norm or sandwich-norm layers of attention and a gated feed-forward network. An architecture file states its options.
namespace cutaway::model {

struct AttentionWeights {
    graph::WeightRef norm, q, k, v, output;
    graph::WeightRef biasQ, biasK, biasV, biasOutput; ///< optional
    graph::WeightRef normQ, normK;                    ///< optional: of heads
    graph::WeightRef postNorm;                        ///< optional: of the block's output
};
struct FfnWeights {
    graph::WeightRef norm, gate, up, down;
    graph::WeightRef biasGate, biasUp, biasDown; ///< optional
    graph::WeightRef postNorm;                   ///< optional
};
struct DecoderWeights : Weights {
    struct Layer {
        AttentionWeights attention;
        FfnWeights ffn;
    };
    graph::WeightRef tokenEmbd, outputNorm, output, biasOutput;
    graph::WeightRef ropeFactors; ///< optional
    std::vector<Layer> layers;
};

/// Which tensors a decoder has beyond the common ones.
struct DecoderTensors {
    bool outputBias = false;    ///< attn_output.bias, if present
    bool ffnBias = false;       ///< ffn_*.bias, if present
    bool headNorms = false;     ///< attn_q_norm, attn_k_norm: required
    bool sandwich = false;      ///< post_attention_norm, post_ffw_norm: required
    bool logitBias = false;     ///< output.bias, if present
    bool ropeFactors = false;   ///< rope_freqs, if present
};
base::Result<WeightsPtr> bindDecoder(WeightTable& table, const Hparams& hparams, const DecoderTensors& tensors);

/// How the layers compute.
struct DecoderOptions {
    float embeddingScale = 1;
    float attentionScale = 0;
    ops::GluKind activation = ops::GluKind::silu;
    bool interleavedRope = false;
    float finalSoftcap = 0;
    std::function<bool(std::int32_t layer)> slides; ///< whether a layer has a sliding window; empty: none
};
void buildDecoder(graph::Builder& builder, const Hparams& hparams, const DecoderWeights& weights, const DecoderOptions& options);

/// The rotation that the file describes, on full-attention layers.
ops::RopeTableParams ropeOf(const Hparams& hparams);

} // namespace cutaway::model
