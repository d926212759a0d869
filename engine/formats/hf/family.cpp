#include "engine/formats/hf/family.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>

namespace cutaway::formats::hf {
namespace {

constexpr std::array<LayerName, 11> kPlainNames { { { "input_layernorm", "attn_norm" }, { "self_attn.q_proj", "attn_q" }, { "self_attn.k_proj", "attn_k" },
    { "self_attn.v_proj", "attn_v" }, { "self_attn.o_proj", "attn_output" }, { "self_attn.q_norm", "attn_q_norm" }, { "self_attn.k_norm", "attn_k_norm" },
    { "post_attention_layernorm", "ffn_norm" }, { "mlp.gate_proj", "ffn_gate" }, { "mlp.up_proj", "ffn_up" }, { "mlp.down_proj", "ffn_down" } } };

/// Norms before and after each half of a layer.
constexpr std::array<LayerName, 13> kSandwichNames { { { "input_layernorm", "attn_norm" }, { "self_attn.q_proj", "attn_q" }, { "self_attn.k_proj", "attn_k" },
    { "self_attn.v_proj", "attn_v" }, { "self_attn.o_proj", "attn_output" }, { "self_attn.q_norm", "attn_q_norm" }, { "self_attn.k_norm", "attn_k_norm" },
    { "post_attention_layernorm", "post_attention_norm" }, { "pre_feedforward_layernorm", "ffn_norm" }, { "post_feedforward_layernorm", "post_ffw_norm" },
    { "mlp.gate_proj", "ffn_gate" }, { "mlp.up_proj", "ffn_up" }, { "mlp.down_proj", "ffn_down" } } };

constexpr std::array<Family, 7> kFamilies { {
    { .modelType = "llama", .architecture = "llama", .activation = "silu", .permutedHeads = true, .layerNames = kPlainNames },
    { .modelType = "mistral", .architecture = "llama", .activation = "silu", .permutedHeads = true, .layerNames = kPlainNames },
    { .modelType = "qwen2", .architecture = "qwen2", .activation = "silu", .layerNames = kPlainNames },
    { .modelType = "qwen3", .architecture = "qwen3", .activation = "silu", .layerNames = kPlainNames },
    { .modelType = "gemma", .architecture = "gemma", .activation = "gelu_pytorch_tanh", .normsFromOne = true, .layerNames = kPlainNames },
    { .modelType = "gemma2", .architecture = "gemma2", .activation = "gelu_pytorch_tanh", .normsFromOne = true, .layerNames = kSandwichNames },
    { .modelType = "gemma3_text", .architecture = "gemma3", .activation = "gelu_pytorch_tanh", .normsFromOne = true, .layerNames = kSandwichNames },
} };

/// A number that goes over as it is. Keys without a dot in front get the architecture's name.
struct ConfigKey {
    const char* theirs;
    std::string_view ours;
    bool real;
    bool required;
};
constexpr std::array<ConfigKey, 17> kKeys { { { "max_position_embeddings", "context_length", false, true }, { "hidden_size", "embedding_length", false, true },
    { "num_hidden_layers", "block_count", false, true }, { "intermediate_size", "feed_forward_length", false, true },
    { "num_attention_heads", "attention.head_count", false, true }, { "num_key_value_heads", "attention.head_count_kv", false, false },
    { "rms_norm_eps", "attention.layer_norm_rms_epsilon", true, true }, { "rope_theta", "rope.freq_base", true, false },
    { "rope_local_base_freq", "rope.freq_base_swa", true, false }, { "head_dim", "attention.key_length", false, false },
    { "head_dim", "attention.value_length", false, false }, { "head_dim", "rope.dimension_count", false, false },
    { "vocab_size", "vocab_size", false, true }, { "attn_logit_softcapping", "attn_logit_softcapping", true, false },
    { "final_logit_softcapping", "final_logit_softcapping", true, false }, { "sliding_window", "attention.sliding_window", false, false },
    { "sliding_window_pattern", "attention.sliding_window_pattern", false, false } } };

base::Status addKey(const JsonFile& config, const Family& family, const ConfigKey& key, Metadata& metadata)
{
    if (key.required && !config.find(key.theirs))
        return config.damaged(key.theirs, "is missing");
    // Qwen's folders carry a window that they do not use.
    if (key.ours == "attention.sliding_window" && family.architecture == "qwen2") {
        CUTAWAY_TRY(const bool used, config.booleanOr("use_sliding_window", false));
        if (!used)
            return base::ok();
    }
    const std::string name = std::string(family.architecture) + "." + std::string(key.ours);
    if (key.real) {
        CUTAWAY_TRY(const auto value, config.realIfThere(key.theirs));
        if (value)
            metadata.set(name, { double(float(*value)), "f32" });
    } else {
        CUTAWAY_TRY(const auto value, config.integerIfThere(key.theirs));
        if (value)
            metadata.set(name, { std::uint64_t(*value), "u32" });
    }
    return base::ok();
}

/// What stretches the context; newer folders keep the base there too.
base::Status addRopeScaling(const JsonFile& config, const Family& family, Metadata& metadata)
{
    const std::string prefix = std::string(family.architecture) + ".rope.";
    const char* key = config.find("rope_scaling") ? "rope_scaling" : "rope_parameters";
    CUTAWAY_TRY(const JsonFile scaling, config.object(key));
    CUTAWAY_TRY(const auto theta, scaling.realIfThere("rope_theta"));
    if (theta)
        metadata.set(prefix + "freq_base", { double(float(*theta)), "f32" });
    CUTAWAY_TRY(const std::string older, scaling.textOr("type", "default"));
    CUTAWAY_TRY(const std::string type, scaling.textOr("rope_type", older));
    if (type == "default" || type == "llama3") // the latter's factors become a tensor
        return base::ok();
    if (type != "linear" && type != "yarn")
        return config.unsupported("its context is stretched by " + base::quoted(type) + " (" + key + "), readable are linear, yarn and llama3");
    CUTAWAY_TRY(const auto factor, scaling.realIfThere("factor"));
    if (!factor || *factor <= 0)
        return config.damaged(key, "has no positive factor");
    metadata.set(prefix + "scaling.type", { type, "str" });
    metadata.set(prefix + "scaling.factor", { double(float(*factor)), "f32" });
    CUTAWAY_TRY(const auto original, scaling.integerIfThere("original_max_position_embeddings"));
    if (original)
        metadata.set(prefix + "scaling.original_context_length", { std::uint64_t(*original), "u32" });
    return base::ok();
}

base::Status checkActivation(const JsonFile& config, const Family& family)
{
    CUTAWAY_TRY(const std::string older, config.textOr("hidden_act", family.activation));
    CUTAWAY_TRY(const std::string activation, config.textOr("hidden_activation", older));
    // Early folders of Gemma say gelu and mean its approximation.
    if (activation == family.activation || (family.normsFromOne && activation == "gelu"))
        return base::ok();
    return config.unsupported("its activation is " + base::quoted(activation) + ", the architecture " + std::string(family.architecture) + " computes "
        + std::string(family.activation));
}

} // namespace

std::span<const Family> families() { return kFamilies; }

base::Result<const Family*> findFamily(const JsonFile& config)
{
    CUTAWAY_TRY(const std::string type, config.textOr("model_type", ""));
    const auto* family = std::ranges::find(kFamilies, type, &Family::modelType);
    if (family != kFamilies.end())
        return family;
    std::string known;
    for (const Family& row : kFamilies)
        known += (known.empty() ? "" : ", ") + std::string(row.modelType);
    return config.unsupported("its model_type is " + base::quoted(type) + ", readable are " + known);
}

base::Status addConfigKeys(const JsonFile& config, const Family& family, Metadata& metadata)
{
    metadata.set("general.architecture", { std::string(family.architecture), "str" });
    CUTAWAY_TRY_STATUS(checkActivation(config, family));
    for (const ConfigKey& key : kKeys) {
        CUTAWAY_TRY_STATUS(addKey(config, family, key, metadata));
    }
    return addRopeScaling(config, family, metadata);
}

} // namespace cutaway::formats::hf
