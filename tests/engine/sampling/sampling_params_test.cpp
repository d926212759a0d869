#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"
#include "tests/support/catch.h"

#include <cmath>
#include <set>

using namespace cutaway;
using namespace cutaway::sampling;

TEST_CASE("every parameter takes its limits and its default and gives them back")
{
    std::set<std::string_view> keys, options;
    for (const base::ParamSpec& spec : parameters()) {
        INFO(spec.key);
        CHECK(keys.insert(spec.key).second);
        CHECK(options.insert(spec.option).second);
        CHECK(spec.option.starts_with("--"));
        CHECK_FALSE(spec.help.empty());
        CHECK(SamplingParams().get(spec.key) == spec.defaultValue);
        SamplingParams params;
        for (const double value : { spec.minimum, spec.maximum, spec.defaultValue }) {
            REQUIRE(params.set(spec.option, value));
            CHECK(params.get(spec.key) == value);
        }
        CHECK_FALSE(params.set(spec.key, spec.minimum - 1));
        CHECK_FALSE(params.set(spec.key, spec.maximum + 1));
        CHECK_FALSE(params.set(spec.key, std::nan("")));
        CHECK(params.get(spec.key) == spec.defaultValue);
    }
}

TEST_CASE("wrong parameters are refused with the field, the value and the limit")
{
    SamplingParams params;
    CHECK(params.set("top_p", 1.5).error().message == "top_p is 1.5; it must be from 0 to 1");
    CHECK(params.set("top_k", 2.5).error().message == "top_k is 2.5; it must be a whole number");
    CHECK(params.set("tpo_k", 2).error().message == "there is no sampling parameter 'tpo_k'");
    CHECK(params.setText("--temp", "warm").error().message == "--temp is 'warm'; it must be a number");
    REQUIRE(params.setText("--temp", "0.25"));
    CHECK(params.get("temperature") == 0.25);
    const std::vector<std::pair<std::string, double>> pairs { { "top_k", 5 }, { "min_p", 2 } };
    CHECK_FALSE(SamplingParams::fromPairs(pairs));
}

TEST_CASE("logit biases and orders are read from text")
{
    SamplingParams params;
    REQUIRE(params.addLogitBias("42=-1.5"));
    REQUIRE(params.addLogitBias("7=-inf"));
    CHECK(params.logitBias()[0].id == 42);
    CHECK(params.logitBias()[0].bias == -1.5F);
    CHECK(std::isinf(params.logitBias()[1].bias));
    for (const char* wrong : { "", "42", "42=", "=1", "x=1", "-1=1", "1=inf", "1=nan", "1=2 " })
        CHECK_FALSE(params.addLogitBias(wrong));
    REQUIRE(params.setOrder("temperature;top_k"));
    CHECK(params.order().size() == 2);
    REQUIRE(params.setOrder("Top-P,temp;typ_p;k"));
    CHECK(std::vector<std::string>(params.order().begin(), params.order().end())
        == std::vector<std::string> { "top_p", "temperature", "typical_p", "top_k" });
    CHECK(params.setOrder("top_k,core").error().message == "there is no sampler 'core'");
    CHECK_FALSE(params.setOrder("top_k,dist"));
    CHECK_FALSE(params.setOrder(""));
}
