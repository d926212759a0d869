#include "engine/io/atomic_file.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace cutaway::io {
namespace {

base::Error writeError(const std::string& path, int number)
{
    using base::ErrorCode;
    const ErrorCode code = number == ENOENT || number == ENOTDIR ? ErrorCode::notFound
        : number == EACCES || number == EPERM || number == EROFS ? ErrorCode::accessDenied
                                                                 : ErrorCode::invalidArgument;
    return { .code = code, .message = "Cannot write " + base::quoted(path, 512) + ": " + std::strerror(number) + ".", .subject = path };
}

/// @return 0 or the errno of the call that failed
int writeAll(int file, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        content.remove_prefix(std::size_t(written));
    }
    return ::fsync(file) == 0 ? 0 : errno;
}

} // namespace

base::Status writeFileAtomically(const std::string& path, std::string_view content)
{
    // A name of its own for each call: two writers of one file must not share the unfinished one.
    const std::string temporary = path + "." + std::to_string(::getpid()) + "-" + std::to_string(base::nowNs()) + ".part";
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return writeError(path, errno);
    int failure = writeAll(file, content);
    if (::close(file) != 0 && failure == 0)
        failure = errno;
    if (failure == 0 && std::rename(temporary.c_str(), path.c_str()) != 0)
        failure = errno;
    if (failure == 0)
        return base::ok();
    ::unlink(temporary.c_str());
    return writeError(path, failure);
}

} // namespace cutaway::io
