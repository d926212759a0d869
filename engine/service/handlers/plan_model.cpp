#include "engine/runtime/memory_planner.h"
#include "engine/service/handlers.h"

namespace cutaway::service {

base::Result<api::Answer> handle(const Call&, const api::PlanModel& command)
{
    CUTAWAY_TRY(const auto description, runtime::ModelDescription::open(command.path));
    CUTAWAY_TRY(const auto wanted, runOptions(command.options));
    CUTAWAY_TRY(const auto options, runtime::resolveOptions(*description, wanted));
    CUTAWAY_TRY(auto plan, runtime::planReport(*description, options));
    return api::Answer { std::move(plan) };
}

} // namespace cutaway::service
