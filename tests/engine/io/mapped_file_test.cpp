#include "engine/io/byte_source.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace cutaway;
using base::ErrorCode;

static std::string writeFile(const std::filesystem::path& path, const std::string& bytes)
{
    test::writeText(path, bytes);
    return path;
}

TEST_CASE("a mapped file shows its bytes, also after a release")
{
    const test::TempDir folder;
    std::string content(3 * 4096 + 100, 'x');
    content[5000] = 'y';
    const auto file = io::mapFile(writeFile(folder.path() / "f", content));
    REQUIRE(file);
    const auto bytes = (*file)->bytes();
    REQUIRE(bytes.size() == content.size());
    for (const auto& [offset, length] :
        { std::pair<std::size_t, std::size_t> { 0, content.size() }, { 10, 20 }, { content.size() + 1, 5 }, { 1, SIZE_MAX } }) {
        (*file)->release(offset, length);
        CHECK(std::memcmp(bytes.data(), content.data(), content.size()) == 0);
    }
}

TEST_CASE("what is no readable file is refused with the reason")
{
    const test::TempDir folder;
    const auto refused = [](const std::string& path) {
        const auto file = io::mapFile(path);
        REQUIRE_FALSE(file);
        CHECK(file.error().subject == path);
        return file.error();
    };
    CHECK(refused(folder.path() / "absent").code == ErrorCode::notFound);
    CHECK(refused(folder.path() / "absent").message.find("No such file") != std::string::npos);
    CHECK(refused(folder.path()).code == ErrorCode::unsupported);
    CHECK(refused(folder.path()).message.find("it is a folder, not a file") != std::string::npos);
    CHECK(refused(writeFile(folder.path() / "empty", "")).code == ErrorCode::corruptFile);
    CHECK(refused("/dev/null").message.find("a device") != std::string::npos);
    const std::string pipe = folder.path() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(refused(pipe).message.find("a pipe") != std::string::npos);
}

TEST_CASE("a file without read permission is refused")
{
    const test::TempDir folder;
    const std::string path = writeFile(folder.path() / "secret", "text");
    REQUIRE(chmod(path.c_str(), 0) == 0);
    // The super-user may read everything: be somebody else for a moment.
    constexpr uid_t kNobody = 65534;
    const uid_t user = geteuid();
    const bool changed = user == 0 && seteuid(kNobody) == 0;
    const auto file = io::mapFile(path);
    if (changed)
        REQUIRE(seteuid(user) == 0);
    REQUIRE_FALSE(file);
    CHECK(file.error().code == ErrorCode::accessDenied);
    CHECK(file.error().message == "Cannot open '" + path + "': Permission denied.");
}
