#include "ui/widgets/error_text.h"

#include <QCoreApplication>

namespace cutaway::ui {

QString errorHeadline(base::ErrorCode code)
{
    const auto text = [](const char* source) { return QCoreApplication::translate("ErrorText", source); };
    switch (code) {
    case base::ErrorCode::invalidArgument: return text(QT_TRANSLATE_NOOP("ErrorText", "This setting is not possible"));
    case base::ErrorCode::notFound: return text(QT_TRANSLATE_NOOP("ErrorText", "Something that is needed was not found"));
    case base::ErrorCode::accessDenied: return text(QT_TRANSLATE_NOOP("ErrorText", "The file cannot be opened"));
    case base::ErrorCode::ioFailed: return text(QT_TRANSLATE_NOOP("ErrorText", "Reading or writing a file broke off"));
    case base::ErrorCode::corruptFile: return text(QT_TRANSLATE_NOOP("ErrorText", "The file is damaged"));
    case base::ErrorCode::unsupported: return text(QT_TRANSLATE_NOOP("ErrorText", "This version cannot do that"));
    case base::ErrorCode::outOfMemory: return text(QT_TRANSLATE_NOOP("ErrorText", "It does not fit into memory"));
    case base::ErrorCode::contextFull: return text(QT_TRANSLATE_NOOP("ErrorText", "The context is full"));
    case base::ErrorCode::cancelled: return text(QT_TRANSLATE_NOOP("ErrorText", "Stopped"));
    case base::ErrorCode::busy: return text(QT_TRANSLATE_NOOP("ErrorText", "This is already under way"));
    case base::ErrorCode::internal: return text(QT_TRANSLATE_NOOP("ErrorText", "Something went wrong inside the program"));
    }
    return {};
}

} // namespace cutaway::ui
