#pragma once
#include "engine/base/result.h"
#include "engine/formats/model_file.h"
#include "engine/quantize/mix.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::quantize {

/// What the rules of a mix look at besides the tensor itself.
struct RecipeModel {
    std::string architecture;
    std::int64_t nLayer = 0, nHead = 0, nHeadKv = 0, nExpert = 0;
    std::int64_t nValue = 0;    ///< tensors that project values (attn_v, attn_qkv, attn_kv_b)
    bool tiedOutput = false;    ///< no output.weight: the embedding takes its place
    bool hasImportance = false;

    static RecipeModel of(const formats::ModelFile& file, bool hasImportance);
};

/// Tensors in the order in which a mix counts them, which is also the order of the written file: by layer, those outside of layers first,
/// then by name.
std::vector<const formats::TensorEntry*> recipeOrder(const formats::ModelFile& file);
/// Whether quantisation changes this tensor at all: a matrix of weights that no exception names.
bool isQuantisable(const formats::TensorEntry& entry);

/// Chooses the type of every tensor of a mix. Asked in recipeOrder(), once for each quantisable tensor: the rules count.
/// @source facts of the quantisation formats, section 9
class Recipe {
public:
    Recipe(const MixSpec& mix, RecipeModel model) : m_mix(mix), m_model(std::move(model)) {}
    kernels::DType typeOf(const formats::TensorEntry& entry);

private:
    kernels::DType outputType(std::int64_t rowLength) const;
    kernels::DType embeddingType() const;
    kernels::DType lowBitType(std::string_view name);
    kernels::DType valueType(std::int64_t index) const;
    kernels::DType downType(std::int64_t index) const;
    kernels::DType attentionOutputType() const;
    kernels::DType otherType(std::string_view name) const;
    bool isAny(std::initializer_list<Mix> list) const;
    bool manyQueriesPerKey() const { return m_model.nHeadKv > 0 && m_model.nHead / m_model.nHeadKv >= 4; }
    bool isLarge() const;

    const MixSpec& m_mix;
    RecipeModel m_model;
    std::int64_t m_values = 0, m_downs = 0;
};

/// The type itself, or what takes its place where rows of this length are no whole blocks.
kernels::DType fittingType(kernels::DType type, std::int64_t rowLength);

} // namespace cutaway::quantize
