#include "engine/io/atomic_file.h"
#include "engine/profile/export.h"
#include "engine/service/handlers.h"

namespace cutaway::service {
namespace {

std::string textOf(const api::ProfileSnapshot& snapshot, api::ProfileFormat format)
{
    switch (format) {
    case api::ProfileFormat::native: return profile::nativeCapture(snapshot);
    case api::ProfileFormat::chrome: return profile::chromeTrace(snapshot);
    case api::ProfileFormat::csv: return profile::csv(snapshot);
    }
    return {};
}

} // namespace

base::Result<api::Answer> handle(const Call& call, const api::ExportProfile& command)
{
    if (!call.state.recorder)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "Nothing has been recorded: no model is loaded.", .action = "Load a model and ask it something." };
    const std::string text = textOf(*call.state.recorder->snapshot(), command.format);
    CUTAWAY_TRY_STATUS(io::writeFileAtomically(command.path, text));
    return api::Answer { api::ExportDone { command.path, text.size() } };
}

} // namespace cutaway::service
