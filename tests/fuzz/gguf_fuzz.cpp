// The GGUF reader, on whole files.
#include "engine/formats/format_spec.h"
#include "tests/fuzz/fuzzed_tokenizer.h"
#include "tests/fuzz/memory_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace {

using namespace cutaway;

/// What opened must lie inside the file.
void checkBounds(const formats::ModelFile& file, std::size_t size)
{
    for (const formats::TensorEntry& entry : file.tensors) {
        if (entry.offset > size || entry.sizeBytes > size - entry.offset || entry.shape.empty())
            __builtin_trap();
        if (file.sources[entry.source]->bytes().size() < entry.offset + entry.sizeBytes)
            __builtin_trap();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto source = std::make_shared<test::MemorySource>(std::as_bytes(std::span(data, size)));
    for (const formats::FormatSpec* format : formats::fileFormats()) {
        if (format->magic.empty())
            continue;
        const auto file = format->read("fuzzed", source);
        if (!file)
            continue;
        checkBounds(**file, size);
        test::fuzzTokenizer((*file)->metadata, "ab <|im_end|>\xff");
    }
    return 0;
}
