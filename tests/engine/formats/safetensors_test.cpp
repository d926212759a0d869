#include "engine/formats/hf/tokenizer_keys.h"
#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/model_tensors.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>


using namespace cutaway;
using base::ErrorCode;
using Json = nlohmann::ordered_json;

namespace {

/// A .safetensors file in the making; shapes outermost first.
class Tensors {
public:
    Tensors& f32(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<float>& values)
    {
        return raw(name, "F32", shape, { reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float) });
    }
    Tensors& raw(const std::string& name, const char* type, const std::vector<std::int64_t>& shape, std::string_view bytes)
    {
        m_header[name] = { { "dtype", type }, { "shape", shape }, { "data_offsets", { m_data.size(), m_data.size() + bytes.size() } } };
        m_data += bytes;
        return *this;
    }
    std::string build() const { return test::GgufBytes().text(m_header.dump()).raw(m_data).bytes(); }

private:
    Json m_header = Json::object();
    std::string m_data;
};

Json llamaConfig()
{
    return { { "model_type", "llama" }, { "hidden_act", "silu" }, { "hidden_size", 4 }, { "num_hidden_layers", 1 }, { "num_attention_heads", 1 }, { "intermediate_size", 8 },
        { "max_position_embeddings", 128 }, { "rms_norm_eps", 1e-5 }, { "rope_theta", 500000.0 }, { "vocab_size", 6 }, { "tie_word_embeddings", true } };
}

Json byteLevelTokenizer()
{
    return { { "pre_tokenizer", { { "type", "ByteLevel" } } }, { "model", { { "type", "BPE" }, { "vocab", { { "a", 0 }, { "b", 1 }, { "ab", 2 } } }, { "merges", { "a b" } } } },
        { "added_tokens", { { { "id", 3 }, { "content", "<s>" }, { "special", true } }, { { "id", 4 }, { "content", "<x>" }, { "special", false } } } } };
}

/// A folder with everything but the tensors.
struct Folder {
    test::TempDir place;
    std::filesystem::path path = place.path() / "tiny";
    explicit Folder(const Json& config = llamaConfig(), const Json& tokenizer = byteLevelTokenizer())
    {
        std::filesystem::create_directory(path);
        test::writeText(path / "config.json", config.dump());
        test::writeText(path / "tokenizer.json", tokenizer.dump());
        tensors(Tensors());
    }
    void tensors(const Tensors& tensors) const { test::writeText(path / "model.safetensors", tensors.build()); }
    std::string refusal() const
    {
        const auto opened = formats::openModelFile(path);
        REQUIRE_FALSE(opened);
        CHECK((opened.error().code == ErrorCode::corruptFile || opened.error().code == ErrorCode::unsupported));
        return opened.error().message;
    }
};

} // namespace

TEST_CASE("a folder of safetensors opens like a GGUF file")
{
    Folder folder;
    test::writeText(folder.path / "tokenizer_config.json", R"({"bos_token": {"content": "<s>"}, "eos_token": "ab", "chat_template": "{{ messages }}"})");
    folder.tensors(Tensors()
                       .f32("model.embed_tokens.weight", { 6, 4 }, std::vector<float>(24, 0.5f))
                       .f32("model.layers.0.self_attn.q_proj.weight", { 4, 2 }, { 0, 1, 10, 11, 20, 21, 30, 31 })
                       .f32("model.layers.0.self_attn.q_proj.bias", { 4 }, { 0, 1, 2, 3 })
                       .f32("model.layers.0.mlp.up_proj.weight", { 2, 2 }, { 1, 2, 3, 4 })
                       .raw("model.layers.0.input_layernorm.weight", "BF16", { 2 }, std::string("\x80\x3f\x00\x40", 4))
                       .f32("lm_head.weight", { 6, 4 }, std::vector<float>(24, 0.5f)));
    const auto opened = formats::openModelFile(folder.path);
    INFO((opened ? "" : opened.error().message));
    REQUIRE(opened);
    const formats::ModelFile& file = **opened;
    CHECK(file.formatName == "safetensors");
    CHECK(*file.metadata.text("general.architecture") == "llama");
    CHECK(*file.metadata.text("general.name") == "tiny");
    CHECK(*file.metadata.integer("llama.block_count") == 1);
    CHECK(*file.metadata.real("llama.rope.freq_base") == 500000);
    CHECK(*file.metadata.text("tokenizer.ggml.pre") == "gpt-2");
    CHECK(**file.metadata.strings("tokenizer.ggml.tokens") == std::vector<std::string> { "a", "b", "ab", "<s>", "<x>", "[PAD5]" });
    CHECK(*file.metadata.integers("tokenizer.ggml.token_type") == std::vector<std::int64_t> { 1, 1, 1, 3, 4, 5 });
    CHECK(**file.metadata.strings("tokenizer.ggml.merges") == std::vector<std::string> { "a b" });
    CHECK(*file.metadata.integer("tokenizer.ggml.bos_token_id") == 3);
    CHECK(*file.metadata.integer("tokenizer.ggml.eos_token_id") == 2);
    CHECK(*file.metadata.text("tokenizer.chat_template") == "{{ messages }}");
    CHECK_FALSE(file.find("output.weight"));
    CHECK(test::floatsOf(file, "blk.0.attn_q.weight") == std::vector<float> { 0, 1, 20, 21, 10, 11, 30, 31 });
    CHECK(test::floatsOf(file, "blk.0.attn_q.bias") == std::vector<float> { 0, 2, 1, 3 });
    CHECK(test::floatsOf(file, "blk.0.ffn_up.weight") == std::vector<float> { 1, 2, 3, 4 });
    CHECK(test::floatsOf(file, "blk.0.attn_norm.weight") == std::vector<float> { 1, 2 });
    CHECK(formats::openModelFile(folder.path / "model.safetensors"));
}

TEST_CASE("norms of Gemma get the 1 that its folders leave out")
{
    Json config = llamaConfig();
    config["model_type"] = "gemma3_text";
    config["hidden_act"] = "gelu_pytorch_tanh";
    const Json tokenizer { { "model",
        { { "type", "BPE" }, { "byte_fallback", true }, { "vocab", { { "a", 0 }, { "b", 1 }, { "ab", 2 }, { "<0x0A>", 3 }, { "abb", 4 }, { "<unk>", 5 } } },
            { "merges", Json::array({ Json::array({ "a", "b" }), Json::array({ "ab", "b" }) }) }, { "unk_token", "<unk>" } } } };
    const Folder folder(config, tokenizer);
    folder.tensors(Tensors()
                       .f32("model.layers.0.post_feedforward_layernorm.weight", { 2 }, { 0, -0.5f })
                       .f32("model.layers.0.self_attn.k_proj.weight", { 2, 1 }, { 1, 2 }));
    const auto file = formats::openModelFile(folder.path);
    INFO((file ? "" : file.error().message));
    REQUIRE(file);
    CHECK(*(*file)->metadata.text("general.architecture") == "gemma3");
    CHECK(test::floatsOf(**file, "blk.0.post_ffw_norm.weight") == std::vector<float> { 1, 0.5f });
    CHECK(test::floatsOf(**file, "blk.0.attn_k.weight") == std::vector<float> { 1, 2 });
    CHECK(*(*file)->metadata.text("tokenizer.ggml.model") == "llama");
    CHECK(**(*file)->metadata.reals("tokenizer.ggml.scores") == std::vector<float> { -3, -3, 0, -3, -1, -3 });
    CHECK(*(*file)->metadata.integers("tokenizer.ggml.token_type") == std::vector<std::int64_t> { 1, 1, 1, 6, 1, 2 });
}

TEST_CASE("WordPiece marks the beginnings of words")
{
    const Json tokenizer { { "normalizer", { { "type", "BertNormalizer" }, { "lowercase", true }, { "strip_accents", nullptr } } },
        { "model", { { "type", "WordPiece" }, { "unk_token", "[UNK]" }, { "vocab", { { "[UNK]", 0 }, { "[unused0]", 1 }, { "un", 2 }, { "##do", 3 }, { "##", 4 } } } } },
        { "added_tokens", { { { "id", 0 }, { "content", "[UNK]" }, { "special", true } } } } };
    const test::TempDir folder;
    test::writeText(folder.path() / "tokenizer.json", tokenizer.dump());
    formats::Metadata metadata;
    REQUIRE(formats::hf::addTokenizerKeys(folder.path(), 0, metadata));
    CHECK(*metadata.text("tokenizer.ggml.model") == "bert");
    CHECK(**metadata.strings("tokenizer.ggml.tokens") == std::vector<std::string> { "[UNK]", "[unused0]", "\u2581un", "do", "\u2581##" });
    CHECK(*metadata.boolean("tokenizer.ggml.normalizer.strip_accents"));
}

TEST_CASE("shards are those that the index names, inside the folder")
{
    const Folder folder;
    std::filesystem::rename(folder.path / "model.safetensors", folder.path / "b.safetensors");
    test::writeText(folder.path / "a.safetensors", Tensors().f32("model.norm.weight", { 1 }, { 1 }).build());
    const auto index = [&](const Json& map) { test::writeText(folder.path / "model.safetensors.index.json", Json { { "weight_map", map } }.dump()); };
    index({ { "model.norm.weight", "a.safetensors" }, { "x", "b.safetensors" } });
    const auto file = formats::openModelFile(folder.path);
    REQUIRE(file);
    CHECK(test::floatsOf(**file, "output_norm.weight") == std::vector<float> { 1 });
    index({ { "x", "../b.safetensors" } });
    CHECK(folder.refusal()
        == "Damaged file 'model.safetensors.index.json': the key 'weight_map' gives tensor 'x' the file '../b.safetensors', wanted is a name in this folder.");
    index({ { "x", "absent.safetensors" } });
    CHECK(formats::openModelFile(folder.path).error().code == ErrorCode::notFound);
}

TEST_CASE("Llama 3.1's frequency factors become a tensor")
{
    Json config = llamaConfig();
    config["rope_scaling"] = { { "rope_type", "llama3" }, { "factor", 8.0 }, { "low_freq_factor", 1.0 }, { "high_freq_factor", 4.0 }, { "original_max_position_embeddings", 64 } };
    const Folder folder(config);
    const auto file = formats::openModelFile(folder.path);
    REQUIRE(file);
    const std::vector<float> factors = test::floatsOf(**file, "rope_freqs.weight");
    REQUIRE(factors.size() == 2);
    CHECK(factors[0] == 1); // a wave of 6.3 tokens, short against 64 / 4
    CHECK(factors[1] == 8); // one of 4,443 tokens, long against 64 / 1
}

TEST_CASE("damaged safetensors are refused in one sentence")
{
    const Folder folder;
    const auto message = [&](const std::string& bytes) {
        test::writeText(folder.path / "model.safetensors", bytes);
        return folder.refusal();
    };
    const auto header = [](const std::string& json, const std::string& data = "") { return test::GgufBytes().text(json).raw(data).bytes(); };
    const auto entry = [&](const std::string& fields) { return message(header(R"({"model.norm.weight":{)" + fields + "}}", std::string(8, '\0'))); };
    const std::string front = "Damaged file 'model.safetensors': the ";
    CHECK(message("abc") == front + "header needs 8 bytes at byte 0, but the file ends after 3 bytes.");
    CHECK(message(test::GgufBytes().number(~std::uint64_t(0)).bytes()) == front + "header is 18446744073709551615 bytes long, at most 100000000 are allowed.");
    CHECK(message(test::GgufBytes().number(std::uint64_t(9)).raw("{}").bytes()) == front + "header is 9 bytes long, but only 2 bytes of the file are left.");
    CHECK(message(header("[]")) == front + "text is no JSON object.");
    CHECK(message(header("{\"a\":")) == front + "text is no JSON object.");
    CHECK(entry(R"("dtype":"F32")") == front + "entry of tensor 'model.norm.weight' has no dtype, shape and data_offsets.");
    CHECK(entry(R"("dtype":"F8_E4M3","shape":[8],"data_offsets":[0,8])")
        == "Cannot read 'model.safetensors': its tensor 'model.norm.weight' is of type 'F8_E4M3', readable are F64, F32, F16, BF16 and integers.");
    CHECK(entry(R"("dtype":"F32","shape":2,"data_offsets":[0,8])") == front + "shape of tensor 'model.norm.weight' is no list of at most 4 numbers.");
    CHECK(entry(R"("dtype":"F32","shape":[-2],"data_offsets":[0,8])") == front + "shape of tensor 'model.norm.weight' is '[-2]', wanted are numbers from 1 to 1099511627776.");
    CHECK(entry(R"("dtype":"F32","shape":[0],"data_offsets":[0,0])") == front + "shape of tensor 'model.norm.weight' is '[0]', wanted are numbers from 1 to 1099511627776.");
    CHECK(entry(R"("dtype":"F32","shape":[2],"data_offsets":[0])") == front + "data_offsets of tensor 'model.norm.weight' are no list of two numbers.");
    CHECK(entry(R"("dtype":"F32","shape":[2],"data_offsets":[1,9])") == front + "data_offsets of tensor 'model.norm.weight' are 1 and 9, but the file has 8 bytes of data.");
    CHECK(entry(R"("dtype":"F32","shape":[2],"data_offsets":[8,0])") == front + "data_offsets of tensor 'model.norm.weight' are 8 and 0, but the file has 8 bytes of data.");
    CHECK(entry(R"("dtype":"F32","shape":[3],"data_offsets":[0,8])") == front + "tensor 'model.norm.weight' has 8 bytes in the file, by its type and shape it needs 12.");
    CHECK(entry(R"("dtype":"F32","shape":[1099511627776,1099511627776],"data_offsets":[0,8])")
        == front + "tensor 'model.norm.weight' has 8 bytes in the file, by its type and shape it needs more than 2^64.");
    CHECK(entry(R"("dtype":"I32","shape":[2],"data_offsets":[0,8])") == "Damaged file 'tiny': the type of tensor 'model.norm.weight' is I32, wanted is a float type.");
    CHECK(message(Tensors().f32("model.layers.0.self_attn.q_proj.weight", { 3, 1 }, { 1, 2, 3 }).build())
        == "Damaged file 'tiny': the number of rows of tensor 'model.layers.0.self_attn.q_proj.weight' is 3, wanted is an even number for each of 1 heads.");
    CHECK(message(Tensors().f32("vision.patch.weight", { 1 }, { 1 }).build())
        == "Cannot read 'model.safetensors': it has a tensor 'vision.patch.weight', which models of type llama do not have.");
}

TEST_CASE("damaged settings and tokenizers are refused in one sentence")
{
    const auto config = [](const char* key, const Json& value) {
        Json changed = llamaConfig();
        changed[key] = value;
        return Folder(changed).refusal();
    };
    const auto tokenizer = [](const Json& patch) {
        Json changed = byteLevelTokenizer();
        changed.merge_patch(patch);
        return Folder(llamaConfig(), changed).refusal();
    };
    CHECK(config("model_type", "mamba") == "Cannot read 'config.json': its model_type is 'mamba', readable are llama, mistral, qwen2, qwen3, gemma, gemma2, gemma3_text.");
    CHECK(config("hidden_size", "big") == "Damaged file 'config.json': the key 'hidden_size' is '\"big\"', wanted is a number from 0 to 4294967296.");
    CHECK(config("hidden_size", nullptr) == "Damaged file 'config.json': the key 'hidden_size' is missing.");
    CHECK(config("num_attention_heads", 0) == "Damaged file 'config.json': the key 'num_attention_heads' is 0, at least 1 is wanted.");
    CHECK(config("hidden_act", "relu") == "Cannot read 'config.json': its activation is 'relu', the architecture llama computes silu.");
    CHECK(config("rope_scaling", { { "type", "magic" } }).find("its context is stretched by 'magic' (rope_scaling)") != std::string::npos);
    CHECK(config("vocab_size", 2) == "Damaged file 'tokenizer.json': the key 'model.vocab' has the id 4, but config.json names 2 tokens.");
    CHECK(tokenizer({ { "model", { { "type", "Unigram" } } } }) == "Cannot read 'tokenizer.json': its tokenizer is of type 'Unigram', readable are BPE and WordPiece.");
    CHECK(tokenizer({ { "model", { { "vocab", { { "a", -1 } } } } } }).find("the id of token 'a' is '-1'") != std::string::npos);
    CHECK(tokenizer({ { "model", { { "merges", { "ab" } } } } }) == "Damaged file 'tokenizer.json': the key 'model.merges' holds '\"ab\"', wanted are pairs of texts.");
    CHECK(tokenizer({ { "pre_tokenizer", { { "type", "Sequence" }, { "pretokenizers", { { { "type", "Split" }, { "pattern", { { "Regex", "x+" } } } }, { { "type", "ByteLevel" } } } } } } })
              .find("which no pre-tokenizer of this build does")
        != std::string::npos);
    CHECK(tokenizer({ { "pre_tokenizer", { { "type", "Whitespace" } } } })
        == "Cannot read 'tokenizer.json': its BPE works neither on bytes (ByteLevel) nor with byte_fallback.");
    CHECK(tokenizer({ { "added_tokens", { 1 } } }) == "Damaged file 'tokenizer.json': the key 'added_tokens' holds an entry without id and content.");
}
