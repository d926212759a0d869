#include "engine/model/hparams.h"

#include "engine/base/text.h"

#include <array>

namespace cutaway::model {
namespace {

constexpr std::int64_t kMaxLayers = 512;
constexpr std::int64_t kMaxExtent = std::int64_t(1) << 31;

base::Error badValue(const std::string& key, const std::string& value, const std::string& wanted)
{
    return base::Error { .code = base::ErrorCode::corruptFile, .message = "Metadata key " + key + " is " + value + "; it must be " + wanted + ".", .subject = key };
}

base::Status readField(const HparamField& field, const formats::Metadata& metadata, Hparams& h)
{
    const std::string key = h.architecture + "." + std::string(field.key);
    if (!metadata.has(key) && !field.required)
        return base::ok();
    if (const auto* integer = std::get_if<std::int64_t Hparams::*>(&field.member)) {
        CUTAWAY_TRY(h.*(*integer), metadata.integer(key));
    } else if (const auto* real = std::get_if<float Hparams::*>(&field.member)) {
        CUTAWAY_TRY(h.*(*real), metadata.real(key));
    } else {
        CUTAWAY_TRY(h.*std::get<std::vector<std::int64_t> Hparams::*>(field.member), metadata.integersPerLayer(key, std::size_t(h.nLayer)));
    }
    return base::ok();
}

base::Status checkRange(const Hparams& h, const char* key, std::int64_t value, std::int64_t minimum, std::int64_t maximum)
{
    if (value >= minimum && value <= maximum)
        return base::ok();
    return badValue(h.architecture + "." + key, std::to_string(value), "from " + std::to_string(minimum) + " to " + std::to_string(maximum));
}

base::Status readVocabularySize(const formats::Metadata& metadata, Hparams& h)
{
    if (metadata.has("tokenizer.ggml.tokens")) {
        CUTAWAY_TRY(const auto* tokens, metadata.strings("tokenizer.ggml.tokens"));
        h.nVocab = std::int64_t(tokens->size());
    } else {
        CUTAWAY_TRY(h.nVocab, metadata.integer(h.architecture + ".vocab_size"));
    }
    return checkRange(h, "vocab_size", h.nVocab, 1, kMaxExtent);
}

base::Status readRopeScaling(const formats::Metadata& metadata, Hparams& h)
{
    const std::string prefix = h.architecture + ".rope.";
    CUTAWAY_TRY(const std::string type, metadata.textOr(prefix + "scaling.type", "linear"));
    if (h.ropeScalingFactor == 0) {
        CUTAWAY_TRY(h.ropeScalingFactor, metadata.realOr(prefix + "scale_linear", 0));
    }
    static constexpr std::array<std::pair<std::string_view, RopeScaling>, 4> kinds { { { "none", RopeScaling::none }, { "linear", RopeScaling::linear },
        { "yarn", RopeScaling::yarn }, { "longrope", RopeScaling::longrope } } };
    for (const auto& [name, kind] : kinds) {
        if (type == name) {
            h.ropeScaling = kind;
            return base::ok();
        }
    }
    return badValue(prefix + "scaling.type", base::quoted(type), "none, linear, yarn or longrope");
}

/// What the common decoder cannot do yet is refused by name, never guessed at.
base::Status refuseUnsupported(const formats::Metadata& metadata, const Hparams& h)
{
    CUTAWAY_TRY(const std::int64_t experts, metadata.integerOr(h.architecture + ".expert_count", 0));
    const auto refuse = [&](const std::string& what) {
        return base::Error { .code = base::ErrorCode::unsupported, .message = "This " + h.architecture + " model " + what + ", which this build does not run.", .subject = h.architecture,
            .action = "Choose another model." };
    };
    if (experts > 0)
        return refuse("is a mixture of " + std::to_string(experts) + " experts");
    if (h.ropeScaling == RopeScaling::longrope)
        return refuse("extends its context by longrope");
    if (h.headDimK != h.headDimV)
        return refuse("has keys of " + std::to_string(h.headDimK) + " and values of " + std::to_string(h.headDimV) + " channels");
    return base::ok();
}

base::Status deriveAndCheck(Hparams& h)
{
    if (h.nHeadKv.empty())
        h.nHeadKv = h.nHead;
    h.nFf.resize(std::size_t(h.nLayer));
    for (std::size_t layer = 0; layer < std::size_t(h.nLayer); ++layer) {
        CUTAWAY_TRY_STATUS(checkRange(h, "attention.head_count", h.nHead[layer], 1, 65536));
        CUTAWAY_TRY_STATUS(checkRange(h, "attention.head_count_kv", h.nHeadKv[layer], 1, h.nHead[layer]));
        CUTAWAY_TRY_STATUS(checkRange(h, "feed_forward_length", h.nFf[layer], 1, kMaxExtent));
        if (h.nHead[layer] % h.nHeadKv[layer] != 0)
            return badValue(h.architecture + ".attention.head_count_kv", std::to_string(h.nHeadKv[layer]), "a divisor of head_count " + std::to_string(h.nHead[layer]));
    }
    if (h.headDimK == 0)
        h.headDimK = h.nEmbd / h.nHead[0];
    if (h.headDimV == 0)
        h.headDimV = h.nEmbd / h.nHead[0];
    CUTAWAY_TRY_STATUS(checkRange(h, "attention.key_length", h.headDimK, 1, 4096));
    if (h.nRot == 0)
        h.nRot = h.headDimK;
    if (h.nRot < 2 || h.nRot > h.headDimK || h.nRot % 2 != 0)
        return badValue(h.architecture + ".rope.dimension_count", std::to_string(h.nRot), "even and at most the head size " + std::to_string(h.headDimK));
    if (!(h.normEps >= 0) || !(h.ropeBase > 0) || !(h.ropeBaseSwa > 0))
        return badValue(h.architecture + ".rope.freq_base", std::to_string(h.ropeBase), "positive, and the norm's epsilon not negative");
    if (h.ropeContextOriginal == 0)
        h.ropeContextOriginal = h.nCtxTrain;
    return base::ok();
}

constexpr std::array kFields {
    HparamField { "context_length", &Hparams::nCtxTrain, true, "tokens", "Context length in training" },
    HparamField { "embedding_length", &Hparams::nEmbd, true, "channels", "Width of the residual stream" },
    HparamField { "attention.head_count", &Hparams::nHead, true, "heads", "Query heads" },
    HparamField { "attention.head_count_kv", &Hparams::nHeadKv, false, "heads", "Key and value heads" },
    HparamField { "feed_forward_length", &Hparams::nFf, false, "channels", "Width of the feed-forward block" },
    HparamField { "attention.key_length", &Hparams::headDimK, false, "channels", "Size of a query or key head" },
    HparamField { "attention.value_length", &Hparams::headDimV, false, "channels", "Size of a value head" },
    HparamField { "rope.dimension_count", &Hparams::nRot, false, "channels", "Rotated channels of a head" },
    HparamField { "attention.layer_norm_rms_epsilon", &Hparams::normEps, true, "", "Epsilon of the RMS norms" },
    HparamField { "rope.freq_base", &Hparams::ropeBase, false, "", "Base of the rotation frequencies" },
    HparamField { "rope.freq_base_swa", &Hparams::ropeBaseSwa, false, "", "The same on sliding-window layers" },
    HparamField { "rope.scaling.factor", &Hparams::ropeScalingFactor, false, "", "Context extension factor" },
    HparamField { "rope.scaling.attn_factor", &Hparams::ropeAttnFactor, false, "", "Magnitude of rotated vectors" },
    HparamField { "rope.scaling.original_context_length", &Hparams::ropeContextOriginal, false, "tokens", "Context length before extension" },
    HparamField { "attention.sliding_window", &Hparams::window, false, "tokens", "Keys that a sliding-window layer sees" },
    HparamField { "final_logit_softcapping", &Hparams::finalSoftcap, false, "", "Cap of the logits" },
};

} // namespace

float Hparams::ropeFreqScale() const { return ropeScaling == RopeScaling::none || ropeScalingFactor == 0 ? 1.0F : 1.0F / ropeScalingFactor; }

std::span<const HparamField> hparamFields() { return kFields; }

base::Result<Hparams> readCommonHparams(const formats::Metadata& metadata)
{
    Hparams h;
    CUTAWAY_TRY(h.architecture, metadata.text("general.architecture"));
    CUTAWAY_TRY(h.nLayer, metadata.integer(h.architecture + ".block_count"));
    CUTAWAY_TRY_STATUS(checkRange(h, "block_count", h.nLayer, 1, kMaxLayers));
    for (const HparamField& field : kFields) {
        CUTAWAY_TRY_STATUS(readField(field, metadata, h));
    }
    CUTAWAY_TRY_STATUS(checkRange(h, "context_length", h.nCtxTrain, 1, kMaxExtent));
    CUTAWAY_TRY_STATUS(checkRange(h, "embedding_length", h.nEmbd, 1, kMaxExtent));
    CUTAWAY_TRY_STATUS(readVocabularySize(metadata, h));
    CUTAWAY_TRY_STATUS(readRopeScaling(metadata, h));
    CUTAWAY_TRY_STATUS(deriveAndCheck(h));
    CUTAWAY_TRY_STATUS(refuseUnsupported(metadata, h));
    return h;
}

} // namespace cutaway::model
