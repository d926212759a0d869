// What a folder of safetensors brings: the first byte tells whether the rest is a file of tensors, a config.json or a tokenizer.json.
#include "engine/formats/hf/family.h"
#include "engine/formats/hf/safetensors_file.h"
#include "engine/formats/hf/tensor_map.h"
#include "engine/formats/hf/tokenizer_keys.h"
#include "tests/fuzz/fuzzed_tokenizer.h"
#include "tests/fuzz/memory_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace {

using namespace cutaway;
using namespace cutaway::formats;

void fuzzTensors(std::span<const std::byte> bytes)
{
    auto entries = hf::readSafetensors("fuzzed", bytes);
    if (!entries)
        return;
    ModelFile file;
    file.sources.push_back(std::make_shared<test::MemorySource>(bytes));
    for (const hf::Family& family : hf::families()) {
        const hf::TensorMap map { .family = &family, .heads = 2, .headsKv = 1 };
        for (TensorEntry entry : *entries) {
            if (entry.offset > bytes.size() || entry.sizeBytes > bytes.size() - entry.offset)
                __builtin_trap();
            auto name = map.nameOf("fuzzed", entry.name);
            if (!name || !map.adapt(file, entry, std::move(*name)))
                continue;
            if (file.sources[entry.source]->bytes().size() < entry.offset + entry.sizeBytes)
                __builtin_trap();
        }
    }
}

void fuzzConfig(std::string_view text)
{
    const auto config = hf::JsonFile::parse("fuzzed", text);
    if (!config)
        return;
    for (const hf::Family& family : hf::families()) {
        ModelFile file;
        if (hf::addConfigKeys(*config, family, file.metadata))
            [[maybe_unused]] const auto added = hf::addRopeFactors(*config, file);
    }
}

void fuzzTokenizerFile(std::string_view text)
{
    const auto json = hf::JsonFile::parse("fuzzed", text);
    Metadata metadata;
    if (json && hf::addTokenizerKeys(*json, *json, 300, metadata))
        test::fuzzTokenizer(metadata, "ab <s>\xff");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 3 == 0)
        fuzzTensors(std::as_bytes(std::span(data + 1, size - 1)));
    else if (data[0] % 3 == 1)
        fuzzConfig(text);
    else
        fuzzTokenizerFile(text);
    return 0;
}
