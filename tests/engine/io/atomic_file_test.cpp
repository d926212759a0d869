#include "engine/io/atomic_file.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

using namespace cutaway;

TEST_CASE("an atomic write replaces the file and leaves nothing beside it")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "settings.json";
    REQUIRE(io::writeFileAtomically(path, "old"));
    REQUIRE(io::writeFileAtomically(path, std::string("new\0content", 11)));
    CHECK(test::readText(path) == std::string("new\0content", 11));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a failed atomic write keeps the old file and says why")
{
    const test::TempDir folder;
    const auto failed = io::writeFileAtomically(folder.path() / "missing" / "x", "text");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == base::ErrorCode::notFound);

    const auto taken = folder.path() / "taken";
    std::filesystem::create_directories(taken / "child");
    REQUIRE_FALSE(io::writeFileAtomically(taken, "text"));
    CHECK(std::filesystem::is_directory(taken));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a file in the making is not seen, and is gone with its maker")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "model.gguf";
    REQUIRE(io::writeFileAtomically(path, "old"));
    {
        auto file = io::AtomicFile::create(path);
        REQUIRE(file);
        REQUIRE(file->write("new "));
        CHECK(file->sizeBytes() == 4);
        CHECK(test::readText(path) == "old");
    }
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
    {
        auto file = io::AtomicFile::create(path);
        REQUIRE(file);
        REQUIRE(file->write("new "));
        REQUIRE(file->write("content"));
        REQUIRE(file->finish());
    }
    CHECK(test::readText(path) == "new content");
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a device is written to, never replaced; a full one says so")
{
    if (!std::filesystem::is_character_file(std::filesystem::status("/dev/full")))
        CUTAWAY_SKIP("there is no /dev/full here");
    const test::TempDir folder;
    const std::string path = folder.path() / "full"; // a link: what goes wrong here replaces the link, not the device
    std::filesystem::create_symlink("/dev/full", path);
    const auto failed = io::writeFileAtomically(path, "text");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code != base::ErrorCode::invalidArgument);
    CHECK(failed.error().message == "Cannot write '" + path + "': No space left on device.");
    CHECK(failed.error().action.find("Make room") == 0);
    CHECK(std::filesystem::is_symlink(path));
}

TEST_CASE("the room on a disk is told")
{
    const test::TempDir folder;
    const auto room = io::freeDiskBytes(folder.path() / "x");
    REQUIRE(room);
    CHECK(*room > 0);
    CHECK(*room <= std::filesystem::space(folder.path()).capacity);
    CHECK(io::freeDiskBytes(folder.path() / "missing" / "x").error().code == base::ErrorCode::notFound);
}
