#pragma once
#include "engine/api/engine_service.h"

#include <memory>

namespace cutaway::service {

/// The engine, in process, on two threads of its own: one for the model, one for work on files that must not wait for it.
/// Destroying it cancels what runs and waits for it.
std::unique_ptr<api::EngineService> makeEngineService();

} // namespace cutaway::service
