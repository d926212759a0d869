#include "engine/quantize/quantize_plan.h"

#include "engine/base/text.h"
#include "engine/quantize/recipe.h"
#include "kernels/types/dequant.h"
#include "kernels/types/quantize.h"

#include <algorithm>
#include <regex>

namespace cutaway::quantize {
namespace {

using base::Error;
using base::ErrorCode;
using kernels::DType;

std::string nameOf(DType type) { return std::string(kernels::dtypeInfo(type).name); }

struct CompiledOverride {
    std::regex pattern;
    DType type;
};

base::Result<std::vector<CompiledOverride>> compile(const std::vector<TypeOverride>& overrides)
{
    std::vector<CompiledOverride> result;
    for (const TypeOverride& override : overrides) {
        try {
            result.push_back({ std::regex(override.pattern, std::regex::ECMAScript | std::regex::icase), override.type });
        } catch (const std::regex_error&) {
            return Error { .code = ErrorCode::invalidArgument,
                .message = "The pattern " + base::quoted(override.pattern, 255) + " of tensor names is no regular expression." };
        }
    }
    return result;
}

/// Types that the whole-file quantiser refuses without importance data: the result would be of no use.
bool wantsImportance(const formats::TensorEntry& entry, DType type, const MixSpec* mix)
{
    if (kernels::needsImportance(type))
        return true;
    if (entry.name == "token_embd.weight" || entry.name == "output.weight")
        return false;
    return type == DType::iq3_xxs || type == DType::iq2_s || type == DType::iq1_m || (type == DType::q2_K && mix && mix->mix == Mix::q2_K_S);
}

base::Status checkTypes(const PlannedTensor& planned, const QuantizeOptions& options)
{
    const formats::TensorEntry& entry = *planned.entry;
    const std::string subject = "Tensor " + base::quoted(entry.name) + " ";
    if (planned.type == entry.type)
        return base::ok();
    if (!kernels::dequantizer(entry.type))
        return Error { .code = ErrorCode::unsupported, .message = subject + "is of type " + nameOf(entry.type) + ", whose values this build cannot read.", .subject = entry.name };
    if (!kernels::quantizer(planned.type))
        return Error { .code = ErrorCode::unsupported, .message = subject + "would become " + nameOf(planned.type) + ", which this build cannot write.", .subject = entry.name };
    if (kernels::dtypeInfo(entry.type).quantised && kernels::dtypeInfo(planned.type).quantised && !options.requantise)
        return Error { .code = ErrorCode::invalidArgument,
            .message = subject + "is " + nameOf(entry.type) + " already; making it " + nameOf(planned.type) + " rounds twice, which costs quality.",
            .subject = entry.name,
            .action = "Start from an F16 or F32 file, or allow it with --allow-requantize." };
    if (planned.importance.empty() && wantsImportance(entry, planned.type, options.mix))
        return Error { .code = ErrorCode::invalidArgument,
            .message = subject + "would become " + nameOf(planned.type) + ", which is of no use without importance data, and there is none for it.",
            .subject = entry.name,
            .action = "Collect importance data and add --importance FILE." };
    return base::ok();
}

} // namespace

std::int64_t rowCount(const formats::TensorEntry& entry)
{
    std::int64_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < entry.shape.size(); ++axis)
        rows *= entry.shape[axis];
    return rows;
}

std::int64_t matrixCount(const formats::TensorEntry& entry)
{
    const std::int64_t rowsOfOne = entry.shape.size() < 2 ? 1 : entry.shape[entry.shape.size() - 2];
    return rowCount(entry) / rowsOfOne;
}

base::Result<std::vector<PlannedTensor>> planQuantisation(const formats::ModelFile& file, const QuantizeOptions& options)
{
    CUTAWAY_TRY(const auto overrides, compile(options.overrides));
    static constexpr MixSpec kNone { Mix::f32, "", "", DType::f32 };
    Recipe recipe(options.mix ? *options.mix : kNone, RecipeModel::of(file, options.importance.has_value()));
    std::vector<PlannedTensor> plan;
    for (const formats::TensorEntry* entry : recipeOrder(file)) {
        PlannedTensor planned { entry, entry->type, {} };
        if (isQuantisable(*entry)) {
            const auto match = std::ranges::find_if(overrides, [entry](const CompiledOverride& override) { return std::regex_search(entry->name, override.pattern); });
            if (match != overrides.end())
                planned.type = fittingType(match->type, entry->shape.back());
            else if (options.mix)
                planned.type = fittingType(recipe.typeOf(*entry), entry->shape.back());
        }
        if (options.importance && planned.type != entry->type) {
            CUTAWAY_TRY(planned.importance, options.importance->meansOf(entry->name, matrixCount(*entry), entry->shape.back()));
        }
        CUTAWAY_TRY_STATUS(checkTypes(planned, options));
        plan.push_back(std::move(planned));
    }
    return plan;
}

} // namespace cutaway::quantize
