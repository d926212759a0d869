#pragma once
#include "engine/formats/model_file.h"
#include "tests/support/catch.h"

#include <cstring>
#include <string_view>
#include <vector>

namespace cutaway::test {

/// The values of an F32 tensor that must be there.
inline std::vector<float> floatsOf(const formats::ModelFile& file, std::string_view name)
{
    const formats::TensorEntry* entry = file.find(name);
    REQUIRE(entry);
    REQUIRE(entry->type == kernels::DType::f32);
    std::vector<float> values(entry->sizeBytes / sizeof(float));
    std::memcpy(values.data(), file.data(*entry), entry->sizeBytes);
    return values;
}

} // namespace cutaway::test
