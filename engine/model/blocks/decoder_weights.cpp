#include "engine/model/blocks/decoder.h"

namespace cutaway::model {
namespace {

/// Query, key and value projections, separate or fused into attn_qkv with rows in this order.
base::Status bindQkv(WeightTable& table, const Hparams& h, std::int32_t layer, AttentionWeights& w)
{
    const std::int64_t rowsQ = h.nHead[std::size_t(layer)] * h.headDimK;
    const std::int64_t rowsK = h.nHeadKv[std::size_t(layer)] * h.headDimK;
    const std::int64_t rowsV = h.nHeadKv[std::size_t(layer)] * h.headDimV;
    if (table.has("attn_qkv", layer)) {
        const std::int64_t total = rowsQ + rowsK + rowsV;
        CUTAWAY_TRY(w.q, table.rowsOf("attn_qkv", layer, total, 0, rowsQ, h.nEmbd));
        CUTAWAY_TRY(w.k, table.rowsOf("attn_qkv", layer, total, rowsQ, rowsK, h.nEmbd));
        CUTAWAY_TRY(w.v, table.rowsOf("attn_qkv", layer, total, rowsQ + rowsK, rowsV, h.nEmbd));
        CUTAWAY_TRY(w.biasQ, table.optionalVectorPart("attn_qkv", layer, total, 0, rowsQ, ".bias"));
        CUTAWAY_TRY(w.biasK, table.optionalVectorPart("attn_qkv", layer, total, rowsQ, rowsK, ".bias"));
        CUTAWAY_TRY(w.biasV, table.optionalVectorPart("attn_qkv", layer, total, rowsQ + rowsK, rowsV, ".bias"));
        return base::ok();
    }
    CUTAWAY_TRY(w.q, table.matrix("attn_q", layer, rowsQ, h.nEmbd));
    CUTAWAY_TRY(w.k, table.matrix("attn_k", layer, rowsK, h.nEmbd));
    CUTAWAY_TRY(w.v, table.matrix("attn_v", layer, rowsV, h.nEmbd));
    CUTAWAY_TRY(w.biasQ, table.optionalVector("attn_q", layer, rowsQ, ".bias"));
    CUTAWAY_TRY(w.biasK, table.optionalVector("attn_k", layer, rowsK, ".bias"));
    CUTAWAY_TRY(w.biasV, table.optionalVector("attn_v", layer, rowsV, ".bias"));
    return base::ok();
}

base::Status bindAttention(WeightTable& table, const Hparams& h, const DecoderTensors& tensors, std::int32_t layer, AttentionWeights& w)
{
    CUTAWAY_TRY(w.norm, table.vector("attn_norm", layer, h.nEmbd));
    CUTAWAY_TRY_STATUS(bindQkv(table, h, layer, w));
    CUTAWAY_TRY(w.output, table.matrix("attn_output", layer, h.nEmbd, h.nHead[std::size_t(layer)] * h.headDimV));
    if (tensors.outputBias) {
        CUTAWAY_TRY(w.biasOutput, table.optionalVector("attn_output", layer, h.nEmbd, ".bias"));
    }
    if (tensors.headNorms) {
        CUTAWAY_TRY(w.normQ, table.vector("attn_q_norm", layer, h.headDimK));
        CUTAWAY_TRY(w.normK, table.vector("attn_k_norm", layer, h.headDimK));
    }
    if (tensors.sandwich) {
        CUTAWAY_TRY(w.postNorm, table.vector("post_attention_norm", layer, h.nEmbd));
    }
    return base::ok();
}

base::Status bindFfn(WeightTable& table, const Hparams& h, const DecoderTensors& tensors, std::int32_t layer, FfnWeights& w)
{
    const std::int64_t nFf = h.nFf[std::size_t(layer)];
    CUTAWAY_TRY(w.norm, table.vector("ffn_norm", layer, h.nEmbd));
    CUTAWAY_TRY(w.gate, table.matrix("ffn_gate", layer, nFf, h.nEmbd));
    CUTAWAY_TRY(w.up, table.matrix("ffn_up", layer, nFf, h.nEmbd));
    CUTAWAY_TRY(w.down, table.matrix("ffn_down", layer, h.nEmbd, nFf));
    if (tensors.ffnBias) {
        CUTAWAY_TRY(w.biasGate, table.optionalVector("ffn_gate", layer, nFf, ".bias"));
        CUTAWAY_TRY(w.biasUp, table.optionalVector("ffn_up", layer, nFf, ".bias"));
        CUTAWAY_TRY(w.biasDown, table.optionalVector("ffn_down", layer, h.nEmbd, ".bias"));
    }
    if (tensors.sandwich) {
        CUTAWAY_TRY(w.postNorm, table.vector("post_ffw_norm", layer, h.nEmbd));
    }
    return base::ok();
}

} // namespace

base::Result<WeightsPtr> bindDecoder(WeightTable& table, const Hparams& h, const DecoderTensors& tensors)
{
    auto weights = std::make_unique<DecoderWeights>();
    CUTAWAY_TRY(weights->tokenEmbd, table.matrix("token_embd", -1, h.nVocab, h.nEmbd));
    weights->layers.resize(std::size_t(h.nLayer));
    for (std::int32_t layer = 0; layer < h.nLayer; ++layer) {
        CUTAWAY_TRY_STATUS(bindAttention(table, h, tensors, layer, weights->layers[std::size_t(layer)].attention));
        CUTAWAY_TRY_STATUS(bindFfn(table, h, tensors, layer, weights->layers[std::size_t(layer)].ffn));
    }
    CUTAWAY_TRY(weights->outputNorm, table.vector("output_norm", -1, h.nEmbd));
    weights->output = weights->tokenEmbd; // tied unless the file has its own head
    if (table.has("output", -1)) {
        CUTAWAY_TRY(weights->output, table.matrix("output", -1, h.nVocab, h.nEmbd));
    }
    if (tensors.logitBias) {
        CUTAWAY_TRY(weights->biasOutput, table.optionalVector("output", -1, h.nVocab, ".bias"));
    }
    if (tensors.ropeFactors) {
        CUTAWAY_TRY(weights->ropeFactors, table.optionalVector("rope_freqs", -1, h.nRot / 2));
    }
    return WeightsPtr(std::move(weights));
}

} // namespace cutaway::model
