#include "engine/model/weights.h"



namespace cutaway::model {
namespace {

std::string fullName(const std::string& name, std::int32_t layer, const char* suffix)
{
    return (layer < 0 ? "" : "blk." + std::to_string(layer) + ".") + name + suffix;
}

/// Files drop trailing (here: leading) axes of extent 1.
bool sameShape(const std::vector<std::int64_t>& found, const tensor::Shape& wanted)
{
    std::size_t skip = 0;
    while (wanted.rank() - skip > found.size() && wanted[skip] == 1)
        ++skip;
    if (found.size() != wanted.rank() - skip)
        return false;
    for (std::size_t axis = 0; axis < found.size(); ++axis) {
        if (found[axis] != wanted[axis + skip])
            return false;
    }
    return true;
}

} // namespace

base::Result<const formats::TensorEntry*> WeightTable::checked(const std::string& name, const tensor::Shape& shape) const
{
    const formats::TensorEntry* entry = m_file->find(name);
    if (!entry) {
        return base::Error { .code = base::ErrorCode::corruptFile, .message = "Tensor " + name + " of shape " + shape.text() + " is missing from the file.", .subject = name,
            .action = "Convert or download the model again." };
    }
    if (!sameShape(entry->shape, shape)) {
        return base::Error { .code = base::ErrorCode::corruptFile,
            .message = "Tensor " + name + " has the shape " + tensor::Shape::from(entry->shape).text() + "; the hyperparameters ask for " + shape.text() + ".", .subject = name,
            .action = "Convert or download the model again." };
    }
    return entry;
}

graph::WeightRef WeightTable::add(WeightSlot slot)
{
    const graph::WeightRef ref { std::int32_t(m_slots.size()), slot.operand };
    m_slots.push_back(std::move(slot));
    return ref;
}

base::Result<graph::WeightRef> WeightTable::matrix(const std::string& name, std::int32_t layer, std::int64_t rows, std::int64_t columns)
{
    return rowsOf(name, layer, rows, 0, rows, columns);
}

base::Result<graph::WeightRef> WeightTable::rowsOf(const std::string& name, std::int32_t layer, std::int64_t total, std::int64_t begin, std::int64_t rows, std::int64_t columns)
{
    const std::string full = fullName(name, layer, ".weight");
    CUTAWAY_TRY(const formats::TensorEntry* entry, checked(full, tensor::Shape { total, columns }));
    const std::uint64_t rowBytes = kernels::rowBytes(entry->type, std::uint64_t(columns));
    return add({ .name = full, .entry = entry, .offsetBytes = rowBytes * std::uint64_t(begin), .operand = { entry->type, tensor::Shape { rows, columns } }, .layer = layer, .matrix = true });
}

base::Result<graph::WeightRef> WeightTable::vector(const std::string& name, std::int32_t layer, std::int64_t count, const char* suffix)
{
    const std::string full = fullName(name, layer, suffix);
    CUTAWAY_TRY(const formats::TensorEntry* entry, checked(full, tensor::Shape { count }));
    if (entry->type != kernels::DType::f32) {
        return base::Error { .code = base::ErrorCode::unsupported,
            .message = "Tensor " + full + " is of type " + std::string(kernels::dtypeInfo(entry->type).name) + "; a norm, bias or factor must be F32.", .subject = full };
    }
    return add({ .name = full, .entry = entry, .operand = { entry->type, tensor::Shape { count } }, .layer = layer });
}

base::Result<graph::WeightRef> WeightTable::optionalVector(const std::string& name, std::int32_t layer, std::int64_t count, const char* suffix)
{
    if (!has(name, layer, suffix))
        return graph::WeightRef {};
    return vector(name, layer, count, suffix);
}

base::Result<graph::WeightRef> WeightTable::optionalVectorPart(const std::string& name, std::int32_t layer, std::int64_t total, std::int64_t begin, std::int64_t count, const char* suffix)
{
    CUTAWAY_TRY(graph::WeightRef ref, optionalVector(name, layer, total, suffix));
    if (!ref)
        return ref;
    WeightSlot& slot = m_slots.back();
    slot.offsetBytes = std::uint64_t(begin) * sizeof(float);
    slot.operand.shape = tensor::Shape { count };
    ref.operand = slot.operand;
    return ref;
}

bool WeightTable::has(const std::string& name, std::int32_t layer, const char* suffix) const { return m_file->find(fullName(name, layer, suffix)) != nullptr; }

} // namespace cutaway::model
