#pragma once
#include "engine/service/engine_state.h"

/// One function a command, each in a file of its own under handlers/. A handler yields what Finished carries, or the Error that becomes
/// Failed or Cancelled.
namespace cutaway::service {

/// What a handler is given beside its command.
struct Call {
    EngineState& state;
    base::RequestId id;
    const base::CancelToken& cancel;
};

base::Result<api::Answer> handle(const Call& call, const api::ScanModels& command);
base::Result<api::Answer> handle(const Call& call, const api::InspectModel& command);
base::Result<api::Answer> handle(const Call& call, const api::PlanModel& command);
base::Result<api::Answer> handle(const Call& call, const api::LoadModel& command);
base::Result<api::Answer> handle(const Call& call, const api::UnloadModel& command);
base::Result<api::Answer> handle(const Call& call, const api::Generate& command);
base::Result<api::Answer> handle(const Call& call, const api::CountTokens& command);
base::Result<api::Answer> handle(const Call& call, const api::ListDevices& command);
base::Result<api::Answer> handle(const Call& call, const api::WatchProfile& command);
base::Result<api::Answer> handle(const Call& call, const api::ExportProfile& command);

} // namespace cutaway::service
