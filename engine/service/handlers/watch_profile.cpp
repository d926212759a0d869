#include "engine/service/handlers.h"

namespace cutaway::service {

/// The settings took effect when the command was submitted; this only ends the request.
base::Result<api::Answer> handle(const Call&, const api::WatchProfile&) { return api::Answer {}; }

} // namespace cutaway::service
