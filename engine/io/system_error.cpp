#include "engine/io/system_error.h"

#include "engine/base/text.h"

#include <array>
#include <cerrno>
#include <cstring>

namespace cutaway::io {
namespace {

struct Reason {
    int number;
    base::ErrorCode code;
    const char* action;
};

constexpr std::array kReasons {
    Reason { ENOENT, base::ErrorCode::notFound, "Check the name of the file and of its folder." },
    Reason { ENOTDIR, base::ErrorCode::notFound, "Check the name of the folder." },
    Reason { ENOSPC, base::ErrorCode::ioFailed, "Make room on the disk, or choose another place." },
    Reason { EDQUOT, base::ErrorCode::ioFailed, "Make room in your share of the disk, or choose another place." },
    Reason { EFBIG, base::ErrorCode::ioFailed, "Choose a place that takes files of this size." },
    Reason { EISDIR, base::ErrorCode::accessDenied, "Choose another name: this one is a folder." },
    Reason { EROFS, base::ErrorCode::accessDenied, "Choose a place that may be written to." },
    Reason { EACCES, base::ErrorCode::accessDenied, "Change the permissions, or choose another place." },
    Reason { EPERM, base::ErrorCode::accessDenied, "Change the permissions, or choose another place." },
};

} // namespace

base::Error systemError(const char* doing, const std::string& path, int number)
{
    base::Error error { .code = base::ErrorCode::ioFailed,
        .message = std::string("Cannot ") + doing + " " + base::quoted(path, 512) + ": " + std::strerror(number) + ".",
        .subject = path,
        .action = "Check the disk, or choose another place." };
    for (const Reason& reason : kReasons) {
        if (reason.number == number) {
            error.code = reason.code;
            error.action = reason.action;
        }
    }
    return error;
}

} // namespace cutaway::io
