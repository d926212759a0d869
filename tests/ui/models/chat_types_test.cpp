#include "tests/support/catch.h"
#include "ui/models/chat_types.h"

#include <set>

using namespace cutaway::ui;
namespace api = cutaway::api;

TEST_CASE("stored names read back as what they were written for")
{
    for (const auto role : { api::Role::system, api::Role::user, api::Role::assistant })
        CHECK(roleFromStored(storedName(role)) == role);
    for (const auto state : { MessageState::complete, MessageState::streaming, MessageState::stopped, MessageState::failed })
        CHECK(messageStateFromStored(storedName(state)) == state);
    for (const auto reason : { api::StopReason::endOfGeneration, api::StopReason::stopString, api::StopReason::tokenLimit, api::StopReason::contextFull,
             api::StopReason::cancelled })
        CHECK(stopReasonFromStored(storedName(reason)) == reason);
    CHECK_FALSE(roleFromStored(QStringLiteral("narrator")));
}

TEST_CASE("details and sampling survive their stored form")
{
    AnswerDetails details;
    details.stopReason = api::StopReason::contextFull;
    details.tokensPerSecond = 108.25;
    details.firstTokenNs = 123'456'789'012;
    details.seed = ~0ULL; // more than a JSON number holds
    details.reuseNote = QStringLiteral("reused “34”\nтокена");
    const AnswerDetails again = detailsFromJson(detailsToJson(details));
    CHECK(again.stopReason == details.stopReason);
    CHECK(again.tokensPerSecond == details.tokensPerSecond);
    CHECK(again.firstTokenNs == details.firstTokenNs);
    CHECK(again.seed == details.seed);
    CHECK(again.reuseNote == details.reuseNote);

    const api::SamplingOptions sampling { { { "temperature", 0.35 }, { "top_k", 12 } }, 7ULL };
    const api::SamplingOptions read = samplingFromJson(samplingToJson(sampling));
    REQUIRE(read.values.size() == 2);
    CHECK(read.values[0].key == "temperature");
    CHECK(read.values[0].value == 0.35);
    CHECK(read.seed == 7ULL);
    CHECK_FALSE(samplingFromJson("not json").seed);
}

TEST_CASE("stored ids are all different and grow")
{
    std::uint64_t last = 0;
    for (int i = 0; i < 10'000; ++i) {
        const std::uint64_t id = newStoredId();
        REQUIRE(id > last);
        last = id;
    }
    CHECK(last < (1ULL << 63));
}
