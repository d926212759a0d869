#pragma once
#include "kernels/types/dtype.h"
#include "tests/support/test_data.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace cutaway::test {

/// One line of golden/quant/index.tsv: a tensor type and how well it holds the source.
struct GoldenRow {
    std::uint32_t type = 0;
    std::string name; ///< of its files
    std::int64_t rows = 0, columns = 0;
    bool importance = false; ///< whether the blocks were made with importance data
    double rmse = 0;
};

inline std::vector<GoldenRow> goldenRows(const std::filesystem::path& path)
{
    std::ifstream in(path);
    std::vector<GoldenRow> rows;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        GoldenRow row;
        std::string elems, bytes;
        fields >> row.type >> row.name >> elems >> bytes >> row.rows >> row.columns >> row.importance >> row.rmse;
        rows.push_back(row);
    }
    return rows;
}

} // namespace cutaway::test
