#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

#include <random>

using namespace cutaway;
using base::ErrorCode;
using test::GgufBuilder;
using test::GgufBytes;

namespace {

constexpr std::uint32_t kF32 = 0;
constexpr std::uint32_t kQ4_K = 12;
constexpr std::uint64_t kMaxInt = 0x7FFFFFFFFFFFFFFF;

struct HostileFile {
    const char* name;
    std::string bytes;
    std::string sentence; ///< the whole message, without "Damaged file 'x.gguf': the " and the full stop
    ErrorCode code = ErrorCode::corruptFile;
};

GgufBytes header(std::uint64_t tensors, std::uint64_t keys, std::uint32_t version = 3)
{
    return GgufBytes().header(tensors, keys, version);
}
GgufBytes key(std::string_view name, std::uint32_t type) { return header(0, 1).text(name).number(type); }
GgufBytes array(std::string_view name, std::uint32_t type, std::uint64_t count) { return key(name, 9).number(type).number(count); }
/// Arrays of one array each, so many deep; the innermost is empty.
std::string nested(int depth)
{
    GgufBytes bytes = key("a", 9);
    for (int i = 1; i < depth; ++i)
        bytes.number(9u).number(std::uint64_t(1));
    return bytes.number(4u).number(std::uint64_t(0)).bytes();
}
/// One tensor and, behind it, zeros enough for any of the tables here.
std::string tensor(std::string_view name, const std::vector<std::uint64_t>& dims, std::uint32_t type = kF32, std::uint64_t offset = 0)
{
    return header(1, 0).tensor(name, dims, type, offset).raw(std::string(4096, '\0')).bytes();
}
std::string alignment(std::uint32_t value) { return key("general.alignment", 4).number(value).raw(std::string(64, '\0')).bytes(); }

std::vector<HostileFile> hostileHeaders()
{
    return {
        { "magic only", "GGUF", "version needs 4 bytes at byte 4, but the file ends after 4 bytes" },
        { "version 0", header(0, 0, 0).bytes(), "version is 0, readable are versions 2 to 3" },
        { "no counts", GgufBytes().raw("GGUF").number(3u).bytes(),
            "number of tensors needs 8 bytes at byte 8, but the file ends after 8 bytes" },
        { "tensor count, negative", header(~std::uint64_t(0), 0).bytes(),
            "number of tensors is 18446744073709551615, at most 1048576 are allowed" },
        { "tensor count, more than the file holds", header(1000, 0).bytes(),
            "number of tensors is 1000, but the 8 bytes that are left of the file hold at most 0" },
        { "key count, negative", header(0, ~std::uint64_t(0)).bytes(),
            "number of metadata keys is 18446744073709551615, at most 65536 are allowed" },
        { "key count, more than the file holds", header(0, 9).raw(std::string(28, '\0')).bytes(),
            "number of metadata keys is 9, but the 28 bytes that are left of the file hold at most 2" },
    };
}

std::vector<HostileFile> hostileKeys()
{
    return {
        { "key of 4 GiB", header(0, 1).number(std::uint64_t(1) << 32).raw("general.name").bytes(),
            "name of key 0 is 4294967296 bytes long, at most 65535 are allowed" },
        { "key beyond the end", header(0, 1).number(std::uint64_t(100)).raw("abcdef").bytes(),
            "name of key 0 is 100 bytes long, but only 6 bytes of the file are left" },
        { "empty key", key("", 4).number(1u).raw("padding").bytes(), "name of key 0 is empty (0 bytes), at least 1 byte is wanted" },
        { "key with NUL", key(std::string_view("a\0b", 3), 4).number(1u).bytes(),
            "name of key 0 is 'a\\x00b', wanted is UTF-8 text without NUL" },
        { "key not UTF-8", key("a\xff", 4).number(1u).bytes(), "name of key 0 is 'a\\xff', wanted is UTF-8 text without NUL" },
        { "key twice", header(0, 2).text("a").number(4u).number(1u).text("a").number(4u).number(2u).bytes(),
            "key 'a' stands in the file twice, at most once is allowed" },
        { "value type 13", key("a", 13).number(1u).bytes(), "value type of key 'a' is 13, the highest is 12" },
        { "value type, huge", key("a", ~0u).number(1u).bytes(), "value type of key 'a' is 4294967295, the highest is 12" },
        { "value cut off", key("a", 10).number(1u).bytes(), "value of key 'a' needs 8 bytes at byte 37, but the file ends after 41 bytes" },
        { "string of 4 GiB", key("a", 8).number(std::uint64_t(1) << 32).raw("text").bytes(),
            "value of key 'a' is 4294967296 bytes long, at most 1073741824 are allowed" },
        { "string beyond the end", key("a", 8).number(std::uint64_t(5)).raw("text").bytes(),
            "value of key 'a' is 5 bytes long, but only 4 bytes of the file are left" },
        { "string length, all ones", key("a", 8).number(~std::uint64_t(0)).raw("text").bytes(),
            "value of key 'a' is 18446744073709551615 bytes long, at most 1073741824 are allowed" },
        { "array of arrays, inner one cut off", array("a", 9, 1).number(4u).number(std::uint64_t(2)).number(1u).bytes(),
            "array length of key 'a' is 2, but the 4 bytes that are left of the file hold at most 1 elements" },
        { "array of arrays, inner type 13", array("a", 9, 1).number(13u).number(std::uint64_t(0)).bytes(),
            "element type of key 'a' is 13, the highest is 12" },
        { "more inner arrays than the file holds", array("a", 9, 2).number(4u).number(std::uint64_t(0)).bytes(),
            "array length of key 'a' is 2, but the 12 bytes that are left of the file hold at most 1 elements" },
        { "arrays nine deep", nested(9), "array of key 'a' lies 9 deep, at most 8 are allowed" },
        { "element type 13", array("a", 13, 1).bytes(), "element type of key 'a' is 13, the highest is 12" },
        { "array longer than the file", array("a", 4, 3).number(1u).number(2u).bytes(),
            "array length of key 'a' is 3, but the 8 bytes that are left of the file hold at most 2 elements" },
        { "array length, product overflows", array("a", 10, std::uint64_t(1) << 61).number(std::uint64_t(1)).bytes(),
            "array length of key 'a' is 2305843009213693952, but the 8 bytes that are left of the file hold at most 1 elements" },
        { "string array longer than the file", array("a", 8, 3).text("").text("").bytes(),
            "array length of key 'a' is 3, but the 16 bytes that are left of the file hold at most 2 elements" },
        { "element of 4 GiB", array("a", 8, 2).text("x").number(std::uint64_t(1) << 32).bytes(),
            "element of key 'a'[1] is 4294967296 bytes long, at most 1073741824 are allowed" },
        { "alignment of another type", key("general.alignment", 10).number(std::uint64_t(32)).bytes(),
            "key 'general.alignment' has the type u64, wanted is u32" },
        { "alignment 0", alignment(0), "key 'general.alignment' is 0, wanted is a power of two from 1 to 1048576" },
        { "alignment 48", alignment(48), "key 'general.alignment' is 48, wanted is a power of two from 1 to 1048576" },
        { "alignment 2^31", alignment(1u << 31), "key 'general.alignment' is 2147483648, wanted is a power of two from 1 to 1048576" },
        { "split count of another type", key("split.count", 8).text("2").bytes(), "key 'split.count' has the type str, wanted is u16" },
        { "split count, negative", key("split.count", 5).number(-2).bytes(), "key 'split.count' is -2, wanted is a number from 0 to 65535" },
        { "split count, huge", key("split.count", 4).number(65536u).bytes(), "key 'split.count' is 65536, wanted is a number from 0 to 65535" },
        { "split number beyond the count", GgufBuilder().u16("split.no", 3).u16("split.count", 3).build(),
            "key 'split.no' is 3, wanted is a number from 0 to 2" },
        { "split number of another type", GgufBuilder().f32("split.no", 1).u16("split.count", 3).build(),
            "key 'split.no' has the type f32, wanted is u16" },
    };
}

std::vector<HostileFile> hostileBigEndian()
{
    const auto big = [](std::uint64_t tensors, std::uint64_t keys) { return GgufBytes::bigEndian().header(tensors, keys); };
    return {
        { "big-endian, no counts", GgufBytes::bigEndian().raw("GGUF").number(3u).bytes(),
            "number of tensors needs 8 bytes at byte 8, but the file ends after 8 bytes" },
        { "big-endian, key beyond the end", big(0, 1).number(std::uint64_t(100)).raw("abcdef").bytes(),
            "name of key 0 is 100 bytes long, but only 6 bytes of the file are left" },
        { "big-endian, dimension 0", big(1, 0).tensor("a", { 0 }, kF32, 0).bytes(), "dimension 0 of tensor 'a' is 0, at least 1 is wanted" },
        { "big-endian, no data section", big(1, 0).tensor("a", { 4 }, kF32, 0).bytes(),
            "tensor 'a' needs 16 bytes at byte 64, but the file ends after 57 bytes" },
    };
}

std::vector<HostileFile> hostileTensors()
{
    const std::string name64(64, 'n');
    return {
        { "tensor name too long", tensor(name64, { 4 }), "name of tensor 0 is 64 bytes long, at most 63 are allowed" },
        { "tensor without a name", tensor("", { 4 }), "name of tensor 0 is empty (0 bytes), at least 1 byte is wanted" },
        { "tensor name with NUL", tensor(std::string_view("a\0", 2), { 4 }),
            "name of tensor 0 is 'a\\x00', wanted is UTF-8 text without NUL" },
        { "tensor twice", header(2, 0).tensor("a", { 8 }, kF32, 0).tensor("a", { 8 }, kF32, 32).raw(std::string(256, '\0')).bytes(),
            "tensor 'a' stands in the file twice, at most once is allowed" },
        { "5 dimensions", tensor("a", { 1, 1, 1, 1, 1 }), "number of dimensions of tensor 'a' is 5, at most 4 are allowed" },
        { "dimension 0", tensor("a", { 4, 0 }), "dimension 1 of tensor 'a' is 0, at least 1 is wanted" },
        { "dimension -1", tensor("a", { ~std::uint64_t(0) }), "dimension 0 of tensor 'a' is -1, at least 1 is wanted" },
        { "element count overflows", tensor("a", { std::uint64_t(1) << 32, std::uint64_t(1) << 32 }),
            "number of elements of tensor 'a' is larger than 9223372036854775807" },
        { "byte count overflows", tensor("a", { kMaxInt }), "size in bytes of tensor 'a' is larger than 9223372036854775807" },
        { "retired type", tensor("a", { 32 }, 4), "type of tensor 'a' is number 4, which is none of the types that this build knows" },
        { "negative type", tensor("a", { 32 }, ~0u),
            "type of tensor 'a' is number 4294967295, which is none of the types that this build knows" },
        { "row is no whole block", tensor("a", { 100 }, kQ4_K), "row length of tensor 'a' is 100, the type Q4_K wants a multiple of 256" },
        { "first offset not 0", tensor("a", { 4 }, kF32, 32), "offset of tensor 'a' is 32, wanted is 0" },
        { "tensors overlap", header(2, 0).tensor("a", { 16 }, kF32, 0).tensor("b", { 16 }, kF32, 32).raw(std::string(256, '\0')).bytes(),
            "offset of tensor 'b' is 32, wanted is 64" },
        { "offset, all ones", tensor("a", { 4 }, kF32, ~std::uint64_t(0)), "offset of tensor 'a' is 18446744073709551615, wanted is 0" },
        { "tensor larger than the file", tensor("a", { 1 << 20 }),
            "tensor 'a' needs 4194304 bytes at byte 64, but the file ends after 4153 bytes" },
        { "tensor of 2^62 bytes", tensor("a", { std::uint64_t(1) << 60 }),
            "tensor 'a' needs 4611686018427387904 bytes at byte 64, but the file ends after 4153 bytes" },
        { "no data section", header(1, 0).tensor("a", { 4 }, kF32, 0).bytes(),
            "tensor 'a' needs 16 bytes at byte 64, but the file ends after 57 bytes" },
        { "tensor table cut off", header(1, 0).text("output.weight").number(1u).number(std::uint64_t(4)).bytes(),
            "type of tensor 'output.weight' needs 4 bytes at byte 57, but the file ends after 57 bytes" },
    };
}

/// Opens bytes as a file.
base::Result<std::shared_ptr<const formats::ModelFile>> open(const test::TempDir& folder, const std::string& bytes)
{
    const auto path = folder.path() / "x.gguf";
    test::writeText(path, bytes);
    return formats::openModelFile(path);
}

void checkAll(const std::vector<HostileFile>& files)
{
    const test::TempDir folder;
    for (const HostileFile& file : files) {
        INFO(file.name);
        const auto opened = open(folder, file.bytes);
        REQUIRE_FALSE(opened);
        CHECK(opened.error().message == "Damaged file 'x.gguf': the " + file.sentence + ".");
        CHECK(opened.error().code == file.code);
        CHECK(opened.error().subject == folder.path() / "x.gguf");
    }
}

/// A small file with every kind of part.
std::string wholeFile()
{
    GgufBuilder builder;
    builder.text("general.architecture", "llama").u32("llama.block_count", 1).texts("tokens", { "a", "bc" }).f32s("scores", { 1, 2 });
    builder.tensorF32("a", { 2, 4 }, { 1, 2, 3, 4, 5, 6, 7, 8 }).tensorF32("b", { 3 }, { 1, 2, 3 });
    return builder.build();
}

} // namespace

TEST_CASE("a damaged header is refused in one sentence") { checkAll(hostileHeaders()); }
TEST_CASE("damaged metadata is refused in one sentence") { checkAll(hostileKeys()); }
TEST_CASE("a damaged big-endian file is refused in one sentence") { checkAll(hostileBigEndian()); }
TEST_CASE("a damaged tensor table is refused in one sentence") { checkAll(hostileTensors()); }

TEST_CASE("files of other kinds are refused in one sentence")
{
    const test::TempDir folder;
    const auto message = [&](const std::string& bytes) {
        const auto opened = open(folder, bytes);
        REQUIRE_FALSE(opened);
        return opened.error().message;
    };
    CHECK(message("PK\x03\x04zip") == "The file 'x.gguf' is no model file: it begins with 'PK\\x03\\x04', wanted is 'GGUF'.");
    CHECK(message("GG") == "The file 'x.gguf' is no model file: it begins with 'GG', wanted is 'GGUF'.");
    CHECK(message(std::string(100, '\0')).find("'\\x00\\x00\\x00\\x00', wanted is 'GGUF'") != std::string::npos);
    CHECK(message(header(0, 0, 1).bytes()) == "Cannot read 'x.gguf': its GGUF version is 1, readable are versions 2 to 3.");
    CHECK(message(header(0, 0, 4).bytes()) == "Cannot read 'x.gguf': its GGUF version is 4, readable are versions 2 to 3.");
    CHECK(message(GgufBytes::bigEndian().header(0, 0, 4).bytes()) == "Cannot read 'x.gguf': its GGUF version is 4, readable are versions 2 to 3.");
    CHECK(message(GgufBytes::bigEndian().header(1, 0).tensor("a", { 256 }, kQ4_K, 0).raw(std::string(256, '\0')).bytes())
        == "Cannot read 'x.gguf': its tensor 'a' is of type Q4_K in big-endian order, readable in that order are floats and integers.");
    CHECK(message(GgufBuilder().u16("split.no", 1).u16("split.count", 3).build())
        == "Cannot read 'x.gguf': by its keys it is part 2 of 3 of a split model, and the name of such a file ends in "
           "'-00002-of-00003.gguf'.");
    CHECK(open(folder, GgufBuilder().u16("split.count", 1).build()));
    CHECK(open(folder, GgufBuilder().u16("split.count", 0).build()));
}

TEST_CASE("absent, empty and special files are refused in one sentence")
{
    const test::TempDir folder;
    CHECK(formats::openModelFile(folder.path() / "absent").error().code == ErrorCode::notFound);
    CHECK(formats::openModelFile(folder.path()).error().code == ErrorCode::unsupported);
    CHECK(open(folder, "").error().code == ErrorCode::corruptFile);
}

TEST_CASE("many keys are told apart in linear time, arrays together are bounded")
{
    const test::TempDir folder;
    GgufBuilder builder;
    for (int i = 0; i < 65536; ++i)
        builder.u8("key" + std::to_string(i), 1);
    CHECK(open(folder, builder.build()));

    const std::uint64_t half = (std::uint64_t(1) << 25) + 1;
    const std::string zeros(half, '\0');
    const auto opened = open(folder,
        header(0, 2)
            .text("a")
            .number(9u)
            .number(0u)
            .number(half)
            .raw(zeros)
            .text("b")
            .number(9u)
            .number(0u)
            .number(half)
            .raw(zeros)
            .bytes());
    REQUIRE_FALSE(opened);
    CHECK(opened.error().message
        == "Damaged file 'x.gguf': the array length of key 'b' is 33554433, which makes more than 67108864 elements in all arrays.");
}

TEST_CASE("a file cut off anywhere is refused")
{
    const test::TempDir folder;
    const std::string whole = wholeFile();
    const std::size_t padding = 32 - 3 * sizeof(float); // behind the last tensor; nobody needs it
    REQUIRE(open(folder, whole));
    for (std::size_t length = 0; length < whole.size() - padding; ++length) {
        INFO("cut to " << length << " of " << whole.size() << " bytes");
        const auto opened = open(folder, whole.substr(0, length));
        REQUIRE_FALSE(opened);
        CHECK_FALSE(opened.error().message.empty());
    }
}

TEST_CASE("a file with wrong bytes opens or is refused, and what opens stays inside the file")
{
    const test::TempDir folder;
    const std::string whole = wholeFile();
    std::mt19937 random(1);
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string damaged = whole;
        for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
            damaged[random() % damaged.size()] = char(random() % 3 == 0 ? 0xFF : random());
        const auto opened = open(folder, damaged);
        if (!opened) {
            ++refused;
            continue;
        }
        for (const formats::TensorEntry& entry : (*opened)->tensors)
            REQUIRE(entry.offset + entry.sizeBytes <= damaged.size());
    }
    CHECK(refused > 0);
}
