#include "engine/model/architecture.h"

#include "engine/base/text.h"

namespace cutaway::model {

base::Result<const ArchitectureSpec*> findArchitecture(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(const std::string name, metadata.text("general.architecture"));
    std::string known;
    for (const ArchitectureSpec* spec : architectures()) {
        if (spec->name == name)
            return spec;
        known += (known.empty() ? "" : ", ") + std::string(spec->name);
    }
    return base::Error { .code = base::ErrorCode::unsupported, .message = "The architecture " + base::quoted(name) + " is not supported; this build runs " + known + ".",
        .subject = name, .action = "Choose a model of a supported architecture." };
}

} // namespace cutaway::model
