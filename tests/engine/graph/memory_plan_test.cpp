#include "engine/graph/memory_plan.h"
#include "tests/support/catch.h"

#include <random>

using cutaway::graph::Lifetime;

TEST_CASE("Buffers alive in the same stage never share bytes, and the arena holds them all")
{
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        std::vector<Lifetime> buffers(40);
        for (Lifetime& buffer : buffers) {
            buffer.sizeBytes = random() % 5000;
            buffer.firstStage = std::int32_t(random() % 20);
            buffer.lastStage = buffer.firstStage + std::int32_t(random() % 6);
        }
        const std::uint64_t arena = cutaway::graph::planArena(buffers);
        for (std::size_t a = 0; a < buffers.size(); ++a) {
            CHECK(buffers[a].offset % 64 == 0);
            CHECK(buffers[a].offset + buffers[a].sizeBytes <= arena);
            for (std::size_t b = 0; b < a; ++b) {
                const bool together = buffers[a].firstStage <= buffers[b].lastStage && buffers[b].firstStage <= buffers[a].lastStage;
                const bool overlap = buffers[a].offset < buffers[b].offset + buffers[b].sizeBytes && buffers[b].offset < buffers[a].offset + buffers[a].sizeBytes;
                CHECK_FALSE((together && overlap && buffers[a].sizeBytes > 0 && buffers[b].sizeBytes > 0));
            }
        }
    }
}

TEST_CASE("Buffers that never meet share memory")
{
    std::vector<Lifetime> buffers { { .sizeBytes = 1000, .firstStage = 0, .lastStage = 1 }, { .sizeBytes = 1000, .firstStage = 2, .lastStage = 3 } };
    CHECK(cutaway::graph::planArena(buffers) == 1024);
    CHECK(buffers[0].offset == buffers[1].offset);
}
