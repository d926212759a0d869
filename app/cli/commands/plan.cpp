#include "app/cli/inspect_report.h"
#include "app/cli/model_options.h"
#include "engine/runtime/memory_planner.h"

#include <cstdio>

namespace cutaway::cli {
namespace {

base::Status run(const Invocation& invocation)
{
    CUTAWAY_TRY(const std::string path, modelPath(invocation.arguments));
    CUTAWAY_TRY(const auto wanted, runOptions(invocation.arguments));
    CUTAWAY_TRY(const auto overrides, metadataOverrides(invocation.arguments));
    CUTAWAY_TRY(const auto description, runtime::ModelDescription::open(path, overrides));
    CUTAWAY_TRY(const auto options, runtime::resolveOptions(*description, wanted));
    CUTAWAY_TRY(const auto plan, runtime::planReport(*description, options));
    if (invocation.json)
        std::puts(planJson(plan).dump(2).c_str());
    else
        printPlan(plan);
    return base::ok();
}

} // namespace

extern const CommandSpec plan;
constexpr CommandSpec plan { "plan", "-m F [-c N]", "memory plan without loading weights", modelOptions, run };

} // namespace cutaway::cli
