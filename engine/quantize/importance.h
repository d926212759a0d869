#pragma once
#include "engine/base/result.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::quantize {

/// How strongly the columns of a weight are used: sums over tokens of the squared inputs. A stack of experts has one row for each expert.
struct ImportanceEntry {
    std::int64_t columns = 0;
    std::vector<float> sums;   ///< [matrices, columns]
    std::vector<float> counts; ///< [matrices] tokens that went through
};

/// Importance data of a model, as its GGUF form holds it. @source facts of the quantisation formats, section 6
struct ImportanceData {
    std::map<std::string, ImportanceEntry, std::less<>> entries; ///< by tensor name
    std::vector<std::string> datasets;                           ///< names of the texts
    std::uint32_t chunkCount = 0, chunkSize = 0;

    /// Mean of the squares [matrices, columns]; 1 where no token went. Empty when the tensor has no entry.
    /// Errors: corruptFile when the entry is of another size.
    base::Result<std::vector<float>> meansOf(std::string_view tensor, std::int64_t matrices, std::int64_t columns) const;
};

/// Errors: those of openModelFile(); corruptFile for a file of another kind and for values that are negative or not finite.
base::Result<ImportanceData> readImportance(const std::string& path);
base::Status writeImportance(const std::string& path, const ImportanceData& data);

} // namespace cutaway::quantize
