#include "engine/service/handlers.h"
#include "engine/service/model_card.h"

namespace cutaway::service {

base::Result<api::Answer> handle(const Call&, const api::InspectModel& command)
{
    CUTAWAY_TRY(const auto file, formats::openModelFile(command.path));
    return api::Answer { inspect(file, command.options) };
}

} // namespace cutaway::service
