// Run it on a folder that begins as a copy of gguf_fuzz_corpus: build/fuzz/bin/gguf_fuzz FOLDER
#include "engine/formats/format_spec.h"
#include "engine/tokenizer/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace cutaway;

/// Bytes in memory, in the place of a mapped file.
class MemorySource final : public io::ByteSource {
public:
    explicit MemorySource(std::span<const std::byte> bytes) : m_bytes(bytes) {}
    std::span<const std::byte> bytes() const override { return m_bytes; }
    void release(std::size_t, std::size_t) const override {}

private:
    std::span<const std::byte> m_bytes;
};

/// What opened must lie inside the file.
void checkBounds(const formats::ModelFile& file, std::size_t size)
{
    for (const formats::TensorEntry& entry : file.tensors) {
        if (entry.offset > size || entry.sizeBytes > size - entry.offset || entry.shape.empty())
            __builtin_trap();
    }
}

void checkTokenizer(const formats::Metadata& metadata)
{
    const auto loaded = tokenizer::loadTokenizer(metadata);
    if (!loaded || !(*loaded)->hasVocabulary())
        return;
    for (const tokenizer::TokenId id : (*loaded)->encode("ab <|im_end|>\xff", { .parseSpecial = true })) {
        if (!(*loaded)->vocabulary().contains(id))
            __builtin_trap();
        (*loaded)->tokenBytes(id, true);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto source = std::make_shared<MemorySource>(std::as_bytes(std::span(data, size)));
    for (const formats::FormatSpec* format : formats::fileFormats()) {
        const auto file = format->read("fuzzed", source);
        if (!file)
            continue;
        checkBounds(**file, size);
        checkTokenizer((*file)->metadata);
    }
    return 0;
}
