#include "engine/service/handlers.h"
#include "engine/service/model_card.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace cutaway::service {
namespace {

namespace fs = std::filesystem;

bool isModelName(const fs::path& path)
{
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return extension == ".gguf";
}

/// All model files under a folder, depth first in name order. Folders that cannot be read are passed over.
void collect(const fs::path& folder, const base::CancelToken& cancel, std::set<std::string>& paths)
{
    std::error_code error;
    const auto options = fs::directory_options::skip_permission_denied;
    for (auto it = fs::recursive_directory_iterator(folder, options, error); !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        if (cancel.cancelled())
            return;
        std::error_code ignored;
        if (it->is_regular_file(ignored) && isModelName(it->path()))
            paths.insert(it->path().string());
    }
}

api::ModelCard cardOf(const std::string& path)
{
    const auto file = formats::openModelFile(path);
    if (!file)
        return describeBroken(path, file.error());
    return inspect(*file, {}).card;
}

} // namespace

base::Result<api::Answer> handle(const Call& call, const api::ScanModels& command)
{
    std::set<std::string> paths(command.files.begin(), command.files.end());
    for (const std::string& folder : command.folders)
        collect(folder, call.cancel, paths);
    for (const std::string& path : paths) {
        if (call.cancel.cancelled())
            return base::Error { .code = base::ErrorCode::cancelled, .message = "Scanning was stopped." };
        call.state.outbox.send(api::ModelFound { call.id, cardOf(path) });
    }
    return api::Answer {};
}

} // namespace cutaway::service
