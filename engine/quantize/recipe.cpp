#include "engine/quantize/recipe.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cutaway::quantize {
namespace {

using kernels::DType;

bool has(std::string_view name, std::string_view part) { return name.find(part) != std::string_view::npos; }

/// N of "blk.N.", -1 outside of layers.
std::int64_t layerOf(std::string_view name)
{
    constexpr std::string_view front = "blk.";
    const std::size_t at = name.find(front);
    std::int64_t layer = -1;
    if (at != std::string_view::npos)
        std::from_chars(name.data() + at + front.size(), name.data() + name.size(), layer);
    return layer;
}

bool isValue(std::string_view name) { return has(name, "attn_v.weight") || has(name, "attn_qkv.weight") || has(name, "attn_kv_b.weight"); }
bool isEmbedding(std::string_view name) { return name == "token_embd.weight" || name == "per_layer_token_embd.weight"; }

/// The first and last eighth, and every third between.
bool more(std::int64_t i, std::int64_t n) { return i < n / 8 || i >= 7 * n / 8 || (i - n / 8) % 3 == 2; }

constexpr std::array kKeptParts { "_norm.weight", "ffn_gate_inp.weight", "ffn_gate_tid2eid.weight", "altup", "laurel", "per_layer_model_proj",
    "ssm_conv1d", "shortconv.conv.weight", "indexer.k_proj.weight", "indexer.q_proj.weight", "time_mix_first.weight", "time_mix_w0.weight",
    "time_mix_w1.weight", "time_mix_w2.weight", "time_mix_v0.weight", "time_mix_v1.weight", "time_mix_v2.weight", "time_mix_a0.weight",
    "time_mix_a1.weight", "time_mix_a2.weight", "time_mix_g1.weight", "time_mix_g2.weight", "time_mix_decay_w1.weight",
    "time_mix_decay_w2.weight", "time_mix_lerp_fused.weight", "attn_rel_b.weight", ".position_embd", "sam.pos_embd", "sam.neck.", "sam.net_",
    ".rel_pos", ".patch_embd", ".patch_merger", "a.rvq.codebook", "mm.a.code_embd" };

} // namespace

RecipeModel RecipeModel::of(const formats::ModelFile& file, bool hasImportance)
{
    const formats::Metadata& metadata = file.metadata;
    RecipeModel model;
    model.architecture = metadata.textOr("general.architecture", "").value();
    const auto number = [&](const char* key) -> std::int64_t {
        const std::string full = model.architecture + "." + key;
        if (const auto value = metadata.integer(full))
            return *value;
        const auto values = metadata.integers(full); // one a layer: the first stands for all
        return values && !values->empty() ? values->front() : 0;
    };
    model.nLayer = number("block_count");
    model.nHead = number("attention.head_count");
    model.nHeadKv = metadata.has(model.architecture + ".attention.head_count_kv") ? number("attention.head_count_kv") : model.nHead;
    model.nExpert = number("expert_count");
    model.nValue = std::ranges::count_if(file.tensors, [](const formats::TensorEntry& entry) { return isValue(entry.name); });
    model.tiedOutput = file.find("output.weight") == nullptr;
    model.hasImportance = hasImportance;
    return model;
}

std::vector<const formats::TensorEntry*> recipeOrder(const formats::ModelFile& file)
{
    std::vector<const formats::TensorEntry*> order;
    for (const formats::TensorEntry& entry : file.tensors)
        order.push_back(&entry);
    std::ranges::sort(order, {}, [](const formats::TensorEntry* entry) { return std::pair(layerOf(entry->name), std::string_view(entry->name)); });
    return order;
}

bool isQuantisable(const formats::TensorEntry& entry)
{
    const std::string_view name = entry.name;
    const auto outermost = std::ranges::find_if(entry.shape, [](std::int64_t extent) { return extent != 1; });
    return entry.shape.end() - outermost >= 2 && name.ends_with("weight") && name != "position_embd.weight" && name != "token_types.weight"
        && std::ranges::none_of(kKeptParts, [name](const char* part) { return has(name, part); });
}

bool Recipe::isAny(std::initializer_list<Mix> list) const { return std::ranges::find(list, m_mix.mix) != list.end(); }

/// Models of 70 billion parameters, by their layers: few value heads, so better types for them cost little.
bool Recipe::isLarge() const
{
    const std::string& name = m_model.architecture;
    return (m_model.nLayer == 80 && ((name == "llama" && m_model.nHead != m_model.nHeadKv) || name == "qwen2" || name == "deci" || name == "olmo"))
        || (m_model.nLayer == 68 && name == "jais2");
}

DType Recipe::typeOf(const formats::TensorEntry& entry)
{
    const std::string_view name = entry.name;
    const std::int64_t rowLength = entry.shape.back();
    if (!kernels::dtypeInfo(m_mix.type).quantised)
        return m_mix.type;
    if (name == "output.weight" || (m_model.tiedOutput && isEmbedding(name)))
        return outputType(rowLength);
    if (m_mix.mix == Mix::mxfp4_moe)
        return entry.shape.size() >= 3 && entry.shape[entry.shape.size() - 3] > 1 ? DType::mxfp4 : DType::q8_0;
    if (isEmbedding(name))
        return embeddingType();
    if (isAny({ Mix::iq2_xxs, Mix::iq2_xs, Mix::iq2_s, Mix::iq2_m, Mix::iq1_s, Mix::iq1_m }))
        return lowBitType(name);
    if (isValue(name))
        return valueType(m_values++);
    if (has(name, "ffn_down")) {
        const std::int64_t running = m_downs++;
        return downType(m_model.nExpert > 1 ? layerOf(name) : running);
    }
    return has(name, "attn_output.weight") ? attentionOutputType() : otherType(name);
}

DType Recipe::outputType(std::int64_t rowLength) const
{
    if (m_mix.mix == Mix::mxfp4_moe || m_model.architecture == "falcon" || rowLength % kernels::dtypeInfo(m_mix.type).blockElems != 0)
        return DType::q8_0;
    if (isAny({ Mix::iq2_xxs, Mix::iq2_xs, Mix::iq2_s, Mix::iq2_m, Mix::iq3_xxs, Mix::iq1_s, Mix::iq1_m }))
        return DType::q5_K;
    return m_mix.type == DType::q8_0 ? DType::q8_0 : DType::q6_K;
}

DType Recipe::embeddingType() const
{
    if (isAny({ Mix::iq2_xxs, Mix::iq2_xs, Mix::iq1_s, Mix::iq1_m }))
        return DType::q2_K;
    if (isAny({ Mix::iq2_s, Mix::iq2_m, Mix::iq3_xxs }))
        return DType::iq3_s;
    return isAny({ Mix::tq1_0, Mix::tq2_0, Mix::q2_0 }) ? DType::q4_K : m_mix.type;
}

DType Recipe::lowBitType(std::string_view name)
{
    const bool larger = isAny({ Mix::iq2_s, Mix::iq2_m });
    const DType better = larger ? DType::iq3_s : DType::q2_K;
    if (isValue(name))
        return manyQueriesPerKey() || m_model.nExpert >= 4 ? DType::q4_K : better;
    if (m_model.nExpert == 8 && has(name, "attn_k.weight"))
        return DType::q4_K;
    if (has(name, "ffn_down"))
        return m_downs++ < m_model.nLayer / 8 ? better : m_mix.type;
    if (!has(name, "attn_output.weight"))
        return m_mix.type;
    if (m_model.nExpert == 8)
        return DType::q5_K;
    if (isAny({ Mix::iq1_s, Mix::iq1_m }))
        return DType::iq2_xxs;
    return larger ? DType::iq3_s : m_mix.type;
}

DType Recipe::valueType(std::int64_t index) const
{
    if (m_model.nExpert == 8)
        return DType::q8_0;
    const bool grouped = manyQueriesPerKey();
    DType type = m_mix.type;
    if (m_mix.mix == Mix::q2_K)
        type = grouped ? DType::q4_K : DType::q3_K;
    else if (m_mix.mix == Mix::q3_K_M)
        type = index < 2 ? DType::q5_K : DType::q4_K;
    else if (m_mix.mix == Mix::q3_K_L || (m_mix.mix == Mix::q4_K_S && index < 4))
        type = DType::q5_K;
    else if (isAny({ Mix::q4_K_M, Mix::q5_K_M }) && more(index, m_model.nValue))
        type = DType::q6_K;
    else if (m_mix.mix == Mix::iq3_m || (grouped && isAny({ Mix::q2_K_S, Mix::iq3_xxs, Mix::iq3_xs, Mix::iq3_s })))
        type = DType::q4_K;
    else if (m_mix.mix == Mix::iq3_xxs)
        type = m_model.hasImportance ? DType::iq3_xxs : DType::iq3_s;
    else if (grouped && isAny({ Mix::iq4_nl, Mix::iq4_xs }))
        type = DType::q5_K;
    return isLarge() && (type == DType::q3_K || type == DType::q4_K) ? DType::q5_K : type;
}

DType Recipe::downType(std::int64_t i) const
{
    const std::int64_t n = m_model.nLayer;
    const bool falcon = m_model.architecture == "falcon";
    const bool early = i < n / 8;
    switch (m_mix.mix) {
    case Mix::q2_K: return DType::q3_K;
    case Mix::q2_K_S: return early ? DType::q4_K : m_mix.type;
    case Mix::q3_K_M:
        if (i < n / 16)
            return DType::q5_K;
        return !falcon || more(i, n) ? DType::q4_K : DType::q3_K;
    case Mix::q3_K_L: return falcon ? DType::q4_K : DType::q5_K;
    case Mix::q4_0: return m_model.hasImportance && early ? DType::q4_1 : m_mix.type;
    case Mix::q5_0: return m_model.hasImportance && early ? DType::q5_1 : m_mix.type;
    case Mix::q4_K_S: return !falcon && early ? DType::q5_K : m_mix.type;
    case Mix::q4_K_M:
        if (falcon)
            return i < n / 16 ? DType::q6_K : more(i, n) ? DType::q5_K : DType::q4_K;
        return more(i, n) ? DType::q6_K : m_mix.type;
    case Mix::q5_K_M: return more(i, n) ? DType::q6_K : m_mix.type;
    case Mix::iq3_xxs:
        if (m_model.hasImportance)
            return m_mix.type;
        return early ? DType::q4_K : DType::q3_K;
    case Mix::iq3_m: return early || (m_model.nExpert == 8 && more(i, n)) ? DType::q4_K : m_mix.type;
    case Mix::iq4_nl:
    case Mix::iq4_xs: return !m_model.hasImportance && early ? DType::q5_K : m_mix.type;
    case Mix::f32:
    case Mix::f16:
    case Mix::q4_1:
    case Mix::q8_0:
    case Mix::q5_1:
    case Mix::q3_K_S:
    case Mix::q5_K_S:
    case Mix::q6_K:
    case Mix::iq2_xxs:
    case Mix::iq2_xs:
    case Mix::iq3_xs:
    case Mix::iq1_s:
    case Mix::iq3_s:
    case Mix::iq2_s:
    case Mix::iq2_m:
    case Mix::iq1_m:
    case Mix::bf16:
    case Mix::tq1_0:
    case Mix::tq2_0:
    case Mix::mxfp4_moe:
    case Mix::nvfp4:
    case Mix::q1_0:
    case Mix::q2_0: break;
    }
    return m_mix.type;
}

DType Recipe::attentionOutputType() const
{
    if (m_model.architecture == "falcon")
        return m_mix.mix == Mix::q3_K_L ? DType::q4_K : m_mix.type;
    if (m_model.nExpert == 8) {
        const bool better = isAny({ Mix::q2_K, Mix::q3_K_S, Mix::q3_K_M, Mix::q4_K_S, Mix::q4_K_M, Mix::iq3_xs, Mix::iq3_xxs, Mix::iq3_s, Mix::iq3_m,
            Mix::iq4_nl, Mix::iq4_xs });
        return better ? DType::q5_K : m_mix.type;
    }
    if (m_mix.mix == Mix::q2_K)
        return DType::q3_K;
    if (isAny({ Mix::q3_K_M, Mix::iq3_m }))
        return DType::q4_K;
    if (m_mix.mix == Mix::q3_K_L)
        return DType::q5_K;
    return m_mix.mix == Mix::iq3_xxs ? DType::iq3_s : m_mix.type;
}

DType Recipe::otherType(std::string_view name) const
{
    const bool key = has(name, "attn_k.weight");
    if (key && m_model.nExpert == 8)
        return DType::q8_0;
    if (key || has(name, "attn_q.weight"))
        return m_mix.mix == Mix::iq3_xxs ? DType::iq2_s : m_mix.mix == Mix::iq3_xs ? DType::iq3_xxs : m_mix.type;
    const std::int64_t layer = layerOf(name);
    const bool middle = layer >= m_model.nLayer / 8 && layer < 7 * m_model.nLayer / 8;
    if (m_mix.mix == Mix::iq3_xs && middle && (has(name, "ffn_up") || has(name, "ffn_gate")))
        return DType::iq3_xxs;
    return m_mix.type;
}

DType fittingType(DType type, std::int64_t rowLength)
{
    const auto fits = [rowLength](DType candidate) { return rowLength % kernels::dtypeInfo(candidate).blockElems == 0; };
    if (fits(type))
        return type;
    static constexpr std::array<std::pair<DType, DType>, 16> kInstead { { { DType::iq1_s, DType::iq4_nl }, { DType::iq1_m, DType::iq4_nl },
        { DType::iq2_xxs, DType::iq4_nl }, { DType::iq2_xs, DType::iq4_nl }, { DType::iq2_s, DType::iq4_nl }, { DType::iq3_xxs, DType::iq4_nl },
        { DType::iq3_s, DType::iq4_nl }, { DType::iq4_xs, DType::iq4_nl }, { DType::q2_0, DType::q4_0 }, { DType::q2_K, DType::q4_0 },
        { DType::q3_K, DType::q4_0 }, { DType::tq1_0, DType::q4_0 }, { DType::tq2_0, DType::q4_0 }, { DType::q4_K, DType::q5_0 },
        { DType::q5_K, DType::q5_1 }, { DType::q6_K, DType::q8_0 } } };
    const auto* row = std::ranges::find(kInstead, type, &std::pair<DType, DType>::first);
    return row != kInstead.end() && fits(row->second) ? row->second : DType::f16;
}

} // namespace cutaway::quantize
