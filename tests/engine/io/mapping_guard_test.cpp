#include "engine/io/byte_source.h"
#include "engine/io/mapping_guard.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <filesystem>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cutaway;

namespace {

constexpr std::size_t kPages = 8, kPage = 4096;

/// A mapped file of kPages pages of 'x'.
struct Mapped {
    explicit Mapped(const test::TempDir& folder) : path(folder.path() / "f")
    {
        test::writeText(path, std::string(kPages * kPage, 'x'));
        auto mapped = io::mapFile(path);
        REQUIRE(mapped);
        source = std::move(*mapped);
    }
    void cutTo(std::size_t size) const { std::filesystem::resize_file(path, size); }
    std::size_t count(char byte) const { return std::size_t(std::ranges::count(source->bytes(), std::byte(byte))); }

    std::string path;
    std::shared_ptr<io::ByteSource> source;
};

} // namespace

TEST_CASE("of a file that became shorter the rest is zeros and an error, and others stay whole")
{
    io::guardMappings();
    io::guardMappings(); // as often as one likes
    const test::TempDir folder, others;
    const Mapped file(folder);
    const Mapped other(others);
    REQUIRE(file.source->intact());
    file.cutTo(3 * kPage);
    CHECK(file.count('x') == 3 * kPage);
    CHECK(file.count('\0') == (kPages - 3) * kPage);
    const base::Status status = file.source->intact();
    REQUIRE_FALSE(status);
    CHECK(status.error().code == base::ErrorCode::ioFailed);
    CHECK(status.error().subject == file.path);
    CHECK(status.error().message.find("it had 32768 bytes when it was opened and has 12288 now") != std::string::npos);
    CHECK(other.count('x') == kPages * kPage);
    CHECK(other.source->intact());
}

TEST_CASE("a file that was short for a moment stays refused once its bytes were missed")
{
    io::guardMappings();
    const test::TempDir folder;
    const Mapped file(folder);
    file.cutTo(0);
    CHECK(file.count('\0') == kPages * kPage);
    file.cutTo(kPages * kPage);
    CHECK_FALSE(file.source->intact());
}

TEST_CASE("a cut inside a page is noticed without a signal")
{
    const test::TempDir folder;
    const Mapped file(folder);
    file.cutTo(kPages * kPage - 1);
    CHECK(file.count('x') == kPages * kPage - 1);
    CHECK_FALSE(file.source->intact());
}

TEST_CASE("a place in the list of mappings is given back")
{
    io::guardMappings();
    const test::TempDir folder;
    for (int i = 0; i < 10'000; ++i)
        REQUIRE(io::mapFile(Mapped(folder).path));
}

TEST_CASE("a mapping that nobody guards ends the process as before")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "f";
    test::writeText(path, std::string(kPage, 'x'));
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        io::guardMappings();
        ::close(STDERR_FILENO); // what a sanitizer says of it
        const int file = ::open(path.c_str(), O_RDONLY);
        const auto* bytes = static_cast<const volatile char*>(::mmap(nullptr, kPage, PROT_READ, MAP_SHARED, file, 0));
        std::filesystem::resize_file(path, 0);
        static_cast<void>(bytes[0]);
        ::_exit(0); // it lives
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    const bool lived = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    CHECK_FALSE(lived);
}
