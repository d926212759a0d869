#include "tests/support/hostile_files.h"

#include "tests/support/gguf_builder.h"

#include <cstdint>
#include <functional>
#include <numeric>

namespace cutaway::test {
namespace {

struct MadeTensor {
    std::string name;
    std::vector<std::int64_t> shape;
};

constexpr std::int64_t kEmbd = 32, kFf = 64, kVocab = 8;

std::vector<MadeTensor> tensorsOfTheModel()
{
    std::vector<MadeTensor> tensors { { "token_embd.weight", { kVocab, kEmbd } }, { "output_norm.weight", { kEmbd } }, { "blk.0.attn_norm.weight", { kEmbd } },
        { "blk.0.ffn_norm.weight", { kEmbd } }, { "blk.0.ffn_gate.weight", { kFf, kEmbd } }, { "blk.0.ffn_up.weight", { kFf, kEmbd } },
        { "blk.0.ffn_down.weight", { kEmbd, kFf } } };
    for (const char* part : { "q", "k", "v", "output" })
        tensors.push_back({ std::string("blk.0.attn_") + part + ".weight", { kEmbd, kEmbd } });
    return tensors;
}

std::string modelOf(const std::vector<MadeTensor>& tensors, const std::string& architecture = "llama")
{
    GgufBuilder builder;
    const auto key = [&](const char* name) { return architecture + "." + name; };
    builder.text("general.architecture", architecture).u32(key("block_count"), 1).u32(key("context_length"), 64);
    builder.u32(key("embedding_length"), kEmbd).u32(key("feed_forward_length"), kFf).u32(key("attention.head_count"), 2);
    builder.f32(key("attention.layer_norm_rms_epsilon"), 1e-5F).u32(key("vocab_size"), kVocab).text("tokenizer.ggml.model", "no_vocab");
    for (const MadeTensor& tensor : tensors) {
        const auto count = std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t(1), std::multiplies<>());
        builder.tensorF32(tensor.name, tensor.shape, std::vector<float>(std::size_t(count), 0.5F));
    }
    return builder.build();
}

std::string withoutTensor(const std::string& name)
{
    auto tensors = tensorsOfTheModel();
    std::erase_if(tensors, [&](const MadeTensor& tensor) { return tensor.name == name; });
    return modelOf(tensors);
}

std::string withShape(const std::string& name, const std::vector<std::int64_t>& shape)
{
    auto tensors = tensorsOfTheModel();
    for (MadeTensor& tensor : tensors) {
        if (tensor.name == name)
            tensor.shape = shape;
    }
    return modelOf(tensors);
}

} // namespace

std::string smallestModel() { return modelOf(tensorsOfTheModel()); }

std::vector<HostileFile> hostileFiles()
{
    const std::string whole = smallestModel();
    constexpr std::uint64_t fourGiB = std::uint64_t(1) << 32;
    return {
        { "empty.gguf", "", "is empty (0 bytes)" },
        { "magic.gguf", "XXXX, and more", "it begins with 'XXXX', wanted is 'GGUF'" },
        { "header-cut.gguf", whole.substr(0, 40), "number of tensors is 11, but the 24 bytes that are left of the file hold at most 0" },
        { "data-cut.gguf", whole.substr(0, whole.size() - 1024), "but the file ends after " + std::to_string(whole.size() - 1024) + " bytes" },
        { "tensor-count.gguf", GgufBytes().header(~std::uint64_t(0), 0).bytes(), "number of tensors is 18446744073709551615" },
        { "key-count.gguf", GgufBytes().header(0, ~std::uint64_t(0)).bytes(), "number of metadata keys is 18446744073709551615" },
        { "key-length.gguf", GgufBytes().header(0, 1).number(fourGiB).raw("general.architecture").bytes(), "4294967296 bytes long" },
        { "text-length.gguf", GgufBytes().header(0, 1).text("general.architecture").number(8u).number(fourGiB).raw("llama").bytes(), "4294967296 bytes long" },
        { "array-length.gguf", GgufBytes().header(0, 1).text("a").number(9u).number(4u).number(~std::uint64_t(0)).bytes(), "array length of key 'a' is 18446744073709551615" },
        { "tensor-missing.gguf", withoutTensor("blk.0.ffn_up.weight"), "Tensor blk.0.ffn_up.weight of shape ", true },
        { "tensor-shape.gguf", withShape("blk.0.ffn_up.weight", { kFf, kEmbd + 1 }), "Tensor blk.0.ffn_up.weight has the shape ", true },
        { "architecture.gguf", modelOf(tensorsOfTheModel(), "unheard_of"), "unheard_of", true },
    };
}

} // namespace cutaway::test
