#pragma once
#include "engine/base/cancellation.h"
#include "engine/base/result.h"
#include "engine/formats/model_file.h"
#include "engine/quantize/importance.h"
#include "engine/quantize/mix.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cutaway::quantize {

/// A type for the tensors whose names match, before any rule of the mix.
struct TypeOverride {
    std::string pattern; ///< regular expression (ECMAScript), found anywhere in the name, case ignored
    kernels::DType type = kernels::DType::f32;
};

struct QuantizeOptions {
    const MixSpec* mix = nullptr;                 ///< nullptr: every tensor keeps its type
    std::vector<TypeOverride> overrides;          ///< the first match counts
    std::optional<ImportanceData> importance;
    std::string importanceFile;                   ///< its name, noted in the written file
    bool requantise = false;                      ///< allow quantised tensors to become other quantised ones, which costs quality
    int threads = 0;                              ///< 0: one per physical core
};

/// What happened to one tensor.
struct QuantizedTensor {
    std::string name;
    kernels::DType from = kernels::DType::f32, to = kernels::DType::f32;
    std::uint64_t bytesBefore = 0, bytesAfter = 0;
    double rmse = 0;         ///< root of the mean squared error against the source's values
    double relativeError = 0; ///< rmse over the root of the mean square of the source
};

struct QuantizeReport {
    std::vector<QuantizedTensor> tensors; ///< in the order of the file
    std::uint64_t bytesBefore = 0, bytesAfter = 0; ///< of whole files
};

/// `done` of `total` bytes of the source.
using QuantizeProgress = std::function<void(std::uint64_t done, std::uint64_t total, const std::string& tensor)>;

/// Writes a model as GGUF with other tensor types. Everything that can be refused is refused before a file is made: types this build cannot
/// write, missing importance data, a disk without room. Rows are read, quantised and written in pieces; the file appears under its name when
/// it is complete. The same bytes for any number of threads.
/// Errors: invalidArgument, unsupported, cancelled, those of AtomicFile.
base::Result<QuantizeReport> quantizeModel(const formats::ModelFile& file, const std::string& path, const QuantizeOptions& options,
    const QuantizeProgress& progress, const base::CancelToken& cancel);

} // namespace cutaway::quantize
