#pragma once
#include "engine/quantize/quantize_model.h"

#include <vector>

namespace cutaway::quantize {

/// What is to become of one tensor.
struct PlannedTensor {
    const formats::TensorEntry* entry = nullptr;
    kernels::DType type = kernels::DType::f32;
    std::vector<float> importance; ///< [matrices, row length]; empty: none
};

/// Chooses every type and refuses what cannot be done, naming tensor and type. Errors: invalidArgument, unsupported, corruptFile.
base::Result<std::vector<PlannedTensor>> planQuantisation(const formats::ModelFile& file, const QuantizeOptions& options);

/// Matrices that a tensor is a stack of, and rows in all of them together.
std::int64_t matrixCount(const formats::TensorEntry& entry);
std::int64_t rowCount(const formats::TensorEntry& entry);

} // namespace cutaway::quantize
