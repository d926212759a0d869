#include "app/cli/model_options.h"

#include "engine/base/clock.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    return modelOptionsAnd({ { "--prompt-tokens", "-p", "N", "tokens of the prefill test; default 512, 0: none" },
        { "--generate", "-n", "N", "tokens of the decode test; default 128, 0: none" }, { "--depth", "-d", "N[,N]", "tokens in the cache before a test; default 0" },
        { "--repeat", "-r", "N", "runs of each test; default 5" } });
}

struct Test {
    bool prefill = false;
    std::int64_t tokens = 0;
    std::int64_t depth = 0;
};

struct Statistics {
    double mean = 0, best = 0, deviation = 0;
};

Statistics statisticsOf(const std::vector<double>& rates)
{
    Statistics s { .best = *std::ranges::max_element(rates) };
    for (const double rate : rates)
        s.mean += rate / double(rates.size());
    for (const double rate : rates)
        s.deviation += (rate - s.mean) * (rate - s.mean) / double(std::max<std::size_t>(1, rates.size() - 1));
    s.deviation = std::sqrt(s.deviation);
    return s;
}

/// Tokens that differ, so that nothing is special about one embedding row.
std::vector<base::TokenId> someTokens(std::int64_t count, std::int64_t nVocab)
{
    std::vector<base::TokenId> tokens(static_cast<std::size_t>(count));
    std::uint64_t state = 42;
    for (base::TokenId& token : tokens) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        token = base::TokenId((state >> 33) % std::uint64_t(nVocab));
    }
    return tokens;
}

/// Bytes that a decode step reads or writes: every weight once, and the cache so far.
double bytesPerStep(OpenedModel& opened, const Test& test)
{
    const cache::KvShape& kv = opened.session->cache().shape();
    const double perPosition = double(kv.bytes()) / double(kv.capacity());
    double weights = 0;
    for (const backend::WeightSource& source : opened.model->sources())
        weights += double(opened.model->backendFor({ 1, 1 }).weightBytes(source));
    return weights + perPosition * (double(test.depth) + double(test.tokens) / 2);
}

base::Result<double> runOnce(runtime::Session& session, const Test& test, const std::vector<base::TokenId>& tokens)
{
    session.clear();
    const std::span<const base::TokenId> all(tokens);
    if (test.depth > 0) {
        CUTAWAY_TRY_STATUS(session.prefill(all.first(std::size_t(test.depth)), {}));
    }
    const auto measured = all.subspan(std::size_t(test.depth));
    const std::int64_t start = base::nowNs();
    if (test.prefill) {
        CUTAWAY_TRY_STATUS(session.prefill(measured, {}));
    } else {
        for (const base::TokenId token : measured) {
            CUTAWAY_TRY_STATUS(session.decode(token, {}));
        }
    }
    return double(test.tokens) * 1e9 / double(base::nowNs() - start);
}

base::Result<Json> runTest(OpenedModel& opened, const Test& test, std::int64_t repeats)
{
    runtime::Session& session = *opened.session;
    const auto tokens = someTokens(test.depth + test.tokens, opened.description->hparams().nVocab);
    CUTAWAY_TRY(const double warmUp, runOnce(session, test, tokens));
    static_cast<void>(warmUp);
    const runtime::PlanCounts before = session.planCounts();
    std::vector<double> rates;
    for (std::int64_t run = 0; run < repeats; ++run) {
        CUTAWAY_TRY(const double rate, runOnce(session, test, tokens));
        rates.push_back(rate);
    }
    const Statistics s = statisticsOf(rates);
    const runtime::PlanCounts after = session.planCounts();
    const runtime::RunOptions& options = opened.model->options();
    const double steps = test.prefill ? std::ceil(double(test.tokens) / options.ubatch) : double(test.tokens);
    return Json { { "kind", test.prefill ? "prefill" : "decode" }, { "tokens", test.tokens }, { "depth", test.depth },
        { "tokensPerSecond", { { "mean", s.mean }, { "best", s.best }, { "sd", s.deviation } } },
        { "bytesPerSecond", bytesPerStep(opened, test) * s.mean / double(test.tokens) * steps }, { "barriersPerLayer", session.barriersPerLayer() },
        { "plansBuilt", after.built - before.built }, { "plansReused", after.reused - before.reused }, { "isa", opened.model->backendFor({ 1, 1 }).isa() },
        { "threads", test.prefill ? options.threadsBatch : options.threads } };
}

base::Result<std::vector<Test>> testsOf(const Arguments& arguments)
{
    CUTAWAY_TRY(const auto prefill, arguments.integer("--prompt-tokens", 512));
    CUTAWAY_TRY(const auto decode, arguments.integer("--generate", 128));
    std::vector<Test> tests;
    std::istringstream depths(arguments.text("--depth").value_or("0"));
    for (std::string word; std::getline(depths, word, ',');) {
        CUTAWAY_TRY(const auto ids, parseTokens(word));
        if (prefill > 0)
            tests.push_back({ true, prefill, ids[0] });
        if (decode > 0)
            tests.push_back({ false, decode, ids[0] });
    }
    if (tests.empty())
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "There is nothing to measure.", .action = "Give -p or -n a number above 0." };
    return tests;
}

void printRow(const Json& r)
{
    const Json& rate = r["tokensPerSecond"];
    std::printf("%-8s %6lld tokens  depth %6lld  %9.2f t/s mean  %9.2f best  %7.2f sd  %6.1f GB/s  %4.1f barriers/layer  plans %lld built, %lld reused  %s, %lld threads\n",
        r["kind"].get<std::string>().c_str(), r["tokens"].get<long long>(), r["depth"].get<long long>(), rate["mean"].get<double>(), rate["best"].get<double>(),
        rate["sd"].get<double>(), r["bytesPerSecond"].get<double>() / 1e9, r["barriersPerLayer"].get<double>(), r["plansBuilt"].get<long long>(),
        r["plansReused"].get<long long>(), r["isa"].get<std::string>().c_str(), r["threads"].get<long long>());
}

base::Status run(const Invocation& invocation)
{
    CUTAWAY_TRY(const auto tests, testsOf(invocation.arguments));
    CUTAWAY_TRY(const auto repeats, invocation.arguments.integer("--repeat", 5));
    CUTAWAY_TRY(const std::string path, modelPath(invocation.arguments));
    CUTAWAY_TRY(runtime::RunOptions options, runOptions(invocation.arguments));
    if (repeats < 1)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The number of runs is " + std::to_string(repeats) + "; it must be at least 1." };
    std::int64_t longest = 0;
    for (const Test& test : tests)
        longest = std::max(longest, test.depth + test.tokens);
    options.context = std::max(options.context, longest);
    CUTAWAY_TRY(auto opened, openModel(invocation, path, options));
    Json results = Json::array();
    for (const Test& test : tests) {
        CUTAWAY_TRY(const Json result, runTest(opened, test, repeats));
        if (!invocation.json)
            printRow(result);
        results.push_back(result);
    }
    if (invocation.json)
        std::puts(Json { { "model", path }, { "results", results } }.dump(2).c_str());
    return base::ok();
}

} // namespace

extern const CommandSpec bench;
constexpr CommandSpec bench { "bench", "-m F [-p 512] [-n 128] [-d 0[,4096...]] [-r 5]", "speed of prefill and decode", options, run };

} // namespace cutaway::cli
