#include "engine/quantize/mix.h"

#include "tests/support/catch.h"

#include <set>

using namespace cutaway;

TEST_CASE("mixes are found by number, name and alias")
{
    std::set<std::string_view> names;
    for (const quantize::MixSpec& spec : quantize::mixes()) {
        CHECK(quantize::findMix(std::int64_t(spec.mix)) == &spec);
        CHECK(quantize::findMix(spec.name) == &spec);
        CHECK(names.insert(spec.name).second);
        if (!spec.alias.empty()) {
            CHECK(quantize::findMix(spec.alias) == &spec);
            CHECK(names.insert(spec.alias).second);
        }
    }
    CHECK(quantize::findMix("q4_k_m")->mix == quantize::Mix::q4_K_M);
    CHECK(quantize::findMix("q4_k")->mix == quantize::Mix::q4_K_M);
    CHECK(quantize::findMix("Q9") == nullptr);
    CHECK(quantize::findMix(std::int64_t(4)) == nullptr);
    CHECK(std::int32_t(quantize::findMix("IQ4_XS")->mix) == 30);
}
