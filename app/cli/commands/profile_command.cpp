#include "app/cli/sampling_options.h"
#include "engine/io/atomic_file.h"
#include "engine/profile/export.h"
#include "engine/profile/op_stats.h"

#include <cstdio>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    std::vector<OptionSpec> own = samplingOptions();
    own.insert(own.begin(), { { "--prompt", "-p", "TEXT", "text to continue" }, { "--file", "-f", "FILE", "the same from a file" }, { "--chat", "", "", "apply the chat template" },
                                { "--system", "", "TEXT", "system message for --chat" }, { "--out", "-o", "FILE", "where the profile goes" },
                                { "--format", "", "native|chrome|csv", "default native" } });
    return modelOptionsAnd(std::move(own));
}

base::Result<std::string> exported(const api::ProfileSnapshot& snapshot, const std::string& format)
{
    if (format == "native")
        return profile::nativeCapture(snapshot);
    if (format == "chrome")
        return profile::chromeTrace(snapshot);
    if (format == "csv")
        return profile::csv(snapshot);
    return base::Error { .code = base::ErrorCode::invalidArgument, .message = "There is no profile format '" + format + "'; choose native, chrome or csv." };
}

Json stepsJson(const api::ProfileSnapshot& snapshot)
{
    Json steps = Json::array();
    for (const auto& step : snapshot.steps)
        steps.push_back({ { "kind", step->kind == api::StepKind::prefill ? "prefill" : "decode" }, { "tokens", step->tokens }, { "start", step->startNs },
            { "duration", step->endNs - step->startNs } });
    return steps;
}

Json opsJson(const std::vector<profile::OpStats>& stats)
{
    Json ops = Json::array();
    for (const profile::OpStats& op : stats)
        ops.push_back({ { "op", op.op }, { "count", op.count }, { "self", op.selfNs }, { "total", op.totalNs }, { "p50", op.p50Ns }, { "p99", op.p99Ns }, { "bytes", op.bytes },
            { "flops", op.flops } });
    return ops;
}

void printTable(const std::vector<profile::OpStats>& stats)
{
    std::printf("%-18s %9s %12s %10s %10s %8s %9s\n", "op", "count", "total ms", "p50 us", "p99 us", "GB/s", "GFLOP/s");
    for (const profile::OpStats& op : stats) {
        const double seconds = op.elapsedNs / 1e9;
        std::printf("%-18s %9llu %12.3f %10.2f %10.2f %8.1f %9.1f\n", op.op.c_str(), static_cast<unsigned long long>(op.count), op.totalNs / 1e6, double(op.p50Ns) / 1e3, double(op.p99Ns) / 1e3,
            seconds > 0 ? double(op.bytes) / seconds / 1e9 : 0, seconds > 0 ? double(op.flops) / seconds / 1e9 : 0);
    }
}

base::Status run(const Invocation& invocation)
{
    CUTAWAY_TRY(const std::string prompt, promptText(invocation.arguments));
    const std::string path = invocation.arguments.text("--out").value_or("");
    runtime::GenerateRequest request;
    CUTAWAY_TRY_STATUS(readSampling(invocation.arguments, request));
    CUTAWAY_TRY(auto model, openTextModel(invocation));
    CUTAWAY_TRY(request.prompt, model.tools->tokens(conversation(invocation.arguments, prompt), prompt, {}));
    runtime::Generator generator(*model.opened.session, model.tools->tokenizer());
    CUTAWAY_TRY(auto result, generator.run(request, {}, {}));
    result.timings.load = model.opened.loadNs;
    const auto snapshot = model.opened.recorder->snapshot();
    if (!path.empty()) {
        CUTAWAY_TRY(const std::string text, exported(*snapshot, invocation.arguments.text("--format").value_or("native")));
        CUTAWAY_TRY_STATUS(io::writeFileAtomically(path, text));
    }
    const auto stats = profile::opStats(*snapshot).ops;
    if (invocation.json) {
        std::puts(Json { { "steps", stepsJson(*snapshot) }, { "ops", opsJson(stats) }, { "timings", timingsJson(result.timings) }, { "recordingShare", snapshot->recordingShare },
            { "stepsDropped", snapshot->stepsDropped }, { "file", path } }
                      .dump(2)
                      .c_str());
        return base::ok();
    }
    printTable(stats);
    std::printf("%zu steps, %.1f t/s, recording took %.2f %% of step time%s%s\n", snapshot->steps.size(), result.timings.tokensPerSecond, snapshot->recordingShare * 100,
        path.empty() ? "" : ", written to ", path.c_str());
    if (snapshot->stepsDropped > 0)
        std::printf("The first %llu steps are left out: only the last %zu are kept.\n", static_cast<unsigned long long>(snapshot->stepsDropped), snapshot->steps.size());
    return base::ok();
}

} // namespace

extern const CommandSpec profile_command;
constexpr CommandSpec profile_command { "profile", "-m F (-p TEXT | -f FILE) [-n N] --out FILE [--format native|chrome|csv]", "a run with every node recorded", options, run };

} // namespace cutaway::cli
