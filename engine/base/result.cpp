#include "engine/base/result.h"

namespace cutaway::base {

const char* errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::invalidArgument: return "invalidArgument";
    case ErrorCode::notFound: return "notFound";
    case ErrorCode::accessDenied: return "accessDenied";
    case ErrorCode::ioFailed: return "ioFailed";
    case ErrorCode::corruptFile: return "corruptFile";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::outOfMemory: return "outOfMemory";
    case ErrorCode::contextFull: return "contextFull";
    case ErrorCode::cancelled: return "cancelled";
    case ErrorCode::busy: return "busy";
    case ErrorCode::internal: return "internal";
    }
    return "internal";
}

ContractViolation::ContractViolation(const char* expression, const char* file, int line)
    : m_what(std::string("check failed: ") + expression + " at " + file + ":" + std::to_string(line))
{
}

void contractFailed(const char* expression, const char* file, int line)
{
    throw ContractViolation(expression, file, line);
}

} // namespace cutaway::base
