#include "engine/model/blocks/decoder.h"

#include <cmath>

namespace cutaway::model {
namespace {

using graph::Block;
using graph::Builder;
using graph::ValueId;

/// One pass over the layers.
class DecoderGraph {
public:
    DecoderGraph(Builder& builder, const Hparams& hparams, const DecoderWeights& weights, const DecoderOptions& options)
        : m_builder(builder), m_h(hparams), m_weights(weights), m_options(options) { }

    void build()
    {
        m_builder.enter(Block::embedding);
        ValueId x = m_builder.embed("token_embd", m_builder.tokens(), m_weights.tokenEmbd, m_options.embeddingScale);
        m_rope = m_builder.ropeTable("rope_table", ropeOf(m_h), m_weights.ropeFactors);
        if (m_options.slides)
            m_ropeSliding = m_builder.ropeTable("rope_table_swa", { .nRot = std::int32_t(m_h.nRot), .base = m_h.ropeBaseSwa, .contextOriginal = m_h.ropeContextOriginal });
        for (std::int32_t layer = 0; layer < m_h.nLayer; ++layer) {
            x = attention(x, layer);
            if (!x)
                return; // no outputs wanted: the cache is written, nothing else is needed
            x = ffn(x, layer);
        }
        output(x);
    }

private:
    bool last(std::int32_t layer) const { return layer + 1 == m_h.nLayer; }

    ValueId head(const char* name, const char* normName, ValueId x, const graph::WeightRef& w, const graph::WeightRef& bias, const graph::WeightRef& norm, std::int64_t inner)
    {
        ValueId value = m_builder.linear(name, x, w, bias, inner);
        return norm ? m_builder.rmsNorm(normName, value, norm, m_h.normEps) : value;
    }

    ValueId attention(ValueId x, std::int32_t layer)
    {
        const AttentionWeights& w = m_weights.layers[std::size_t(layer)].attention;
        const bool slides = m_options.slides && m_options.slides(layer);
        const ops::RopeParams rotation { std::int32_t(m_h.nRot), m_options.interleavedRope };
        const ValueId table = slides ? m_ropeSliding : m_rope;
        m_builder.enter(Block::attention, layer);
        const ValueId normed = m_builder.rmsNorm("attn_norm", x, w.norm, m_h.normEps);
        const ValueId q = m_builder.rope("rope_q", head("attn_q", "attn_q_norm", normed, w.q, w.biasQ, w.normQ, m_h.headDimK), table, rotation);
        const ValueId k = m_builder.rope("rope_k", head("attn_k", "attn_k_norm", normed, w.k, w.biasK, w.normK, m_h.headDimK), table, rotation);
        const ValueId v = m_builder.linear("attn_v", normed, w.v, w.biasV, m_h.headDimV);
        const ValueId written = m_builder.kvWrite(k, v);
        if (last(layer) && m_builder.shape().nOutputs == 0)
            return {};
        ValueId mixed = m_builder.attention(q, written,
            { .nHeadKv = std::int32_t(m_h.nHeadKv[std::size_t(layer)]), .scale = m_options.attentionScale, .window = slides ? m_h.window : 0 });
        if (last(layer)) {
            mixed = m_builder.selectOutputs("outputs_attn", mixed);
            x = m_builder.selectOutputs("outputs", x);
        }
        ValueId out = m_builder.linear("attn_output", mixed, w.output, w.biasOutput);
        if (w.postNorm)
            out = m_builder.rmsNorm("post_attention_norm", out, w.postNorm, m_h.normEps);
        return m_builder.add("attn_residual", out, x);
    }

    ValueId ffn(ValueId x, std::int32_t layer)
    {
        const FfnWeights& w = m_weights.layers[std::size_t(layer)].ffn;
        m_builder.enter(Block::ffn, layer);
        const ValueId normed = m_builder.rmsNorm("ffn_norm", x, w.norm, m_h.normEps);
        const ValueId gate = m_builder.linear("ffn_gate", normed, w.gate, w.biasGate);
        const ValueId up = m_builder.linear("ffn_up", normed, w.up, w.biasUp);
        ValueId out = m_builder.linear("ffn_down", m_builder.glu(gate, up, m_options.activation), w.down, w.biasDown);
        if (w.postNorm)
            out = m_builder.rmsNorm("post_ffw_norm", out, w.postNorm, m_h.normEps);
        return m_builder.add("ffn_residual", out, x);
    }

    void output(ValueId x)
    {
        m_builder.enter(Block::output);
        const ValueId normed = m_builder.rmsNorm("output_norm", x, m_weights.outputNorm, m_h.normEps);
        ValueId logits = m_builder.linear("output", normed, m_weights.output, m_weights.biasOutput);
        if (m_options.finalSoftcap > 0)
            logits = m_builder.softcap("output_softcap", logits, m_options.finalSoftcap);
        m_builder.setLogits(logits);
    }

    Builder& m_builder;
    const Hparams& m_h;
    const DecoderWeights& m_weights;
    const DecoderOptions& m_options;
    ValueId m_rope;
    ValueId m_ropeSliding;
};

} // namespace

ops::RopeTableParams ropeOf(const Hparams& h)
{
    ops::RopeTableParams params { .nRot = std::int32_t(h.nRot), .base = h.ropeBase, .freqScale = h.ropeFreqScale(), .magnitude = h.ropeAttnFactor,
        .contextOriginal = h.ropeContextOriginal };
    if (h.ropeScaling == RopeScaling::yarn) {
        params.yarnExt = 1;
        params.magnitude = float((1 + 0.1 * std::log(1 / double(params.freqScale))) * h.ropeAttnFactor);
    }
    return params;
}

void buildDecoder(Builder& builder, const Hparams& hparams, const DecoderWeights& weights, const DecoderOptions& options)
{
    DecoderGraph(builder, hparams, weights, options).build();
}

} // namespace cutaway::model
