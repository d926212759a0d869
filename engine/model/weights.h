#pragma once
#include "engine/formats/model_file.h"
#include "engine/graph/builder.h"

#include <memory>
#include <string>
#include <vector>

namespace cutaway::model {

/// One weight that a model uses: a tensor of the file, or some of its rows (a fused projection is bound as its parts).
struct WeightSlot {
    std::string name;
    const formats::TensorEntry* entry = nullptr;
    std::uint64_t offsetBytes = 0; ///< of the first row used
    ops::Operand operand;
    std::int32_t layer = -1;
    bool matrix = false;
};

/// Everything a model reads, in binding order. Graphs refer to slots by index.
class WeightTable {
public:
    explicit WeightTable(std::shared_ptr<const formats::ModelFile> file) : m_file(std::move(file)) { }

    const formats::ModelFile& file() const { return *m_file; }
    const std::vector<WeightSlot>& slots() const { return m_slots; }

    // Binding. Names are without ".weight"; layer -1: a global tensor. A missing or misshapen tensor is an error that names it.
    /// A matrix [rows, columns] of any type.
    base::Result<graph::WeightRef> matrix(const std::string& name, std::int32_t layer, std::int64_t rows, std::int64_t columns);
    /// Rows [begin, begin + rows) of a matrix with `total` rows.
    base::Result<graph::WeightRef> rowsOf(const std::string& name, std::int32_t layer, std::int64_t total, std::int64_t begin, std::int64_t rows, std::int64_t columns);
    /// An F32 vector.
    base::Result<graph::WeightRef> vector(const std::string& name, std::int32_t layer, std::int64_t count, const char* suffix = ".weight");
    /// The same, or nothing when the file does not have it.
    base::Result<graph::WeightRef> optionalVector(const std::string& name, std::int32_t layer, std::int64_t count, const char* suffix = ".weight");
    /// Part of an F32 vector; nothing when the file does not have it.
    base::Result<graph::WeightRef> optionalVectorPart(const std::string& name, std::int32_t layer, std::int64_t total, std::int64_t begin, std::int64_t count, const char* suffix);
    bool has(const std::string& name, std::int32_t layer, const char* suffix = ".weight") const;

private:
    base::Result<const formats::TensorEntry*> checked(const std::string& fullName, const tensor::Shape& shape) const;
    graph::WeightRef add(WeightSlot slot);

    std::shared_ptr<const formats::ModelFile> m_file;
    std::vector<WeightSlot> m_slots;
};

} // namespace cutaway::model
