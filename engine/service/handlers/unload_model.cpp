#include "engine/service/handlers.h"

namespace cutaway::service {

base::Result<api::Answer> handle(const Call& call, const api::UnloadModel&)
{
    call.state.unload();
    call.state.sendStatus(0);
    return api::Answer {};
}

} // namespace cutaway::service
