#include "ui/models/format.h"

#include "engine/base/text.h"

#include <cmath>

namespace cutaway::ui {
namespace {

QString threeDigits(double value)
{
    const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return QString::number(value, 'f', decimals);
}

} // namespace

QString formatBytes(std::uint64_t bytes) { return QString::fromStdString(base::formatBytes(bytes)).replace(QLatin1Char(' '), QChar::Nbsp); }

QString formatDuration(std::int64_t ns)
{
    const auto value = double(ns);
    if (value < 1e3)
        return QString::number(ns) + QStringLiteral(" ns");
    if (value < 1e6)
        return threeDigits(value / 1e3) + QStringLiteral(" µs");
    if (value < 1e9)
        return threeDigits(value / 1e6) + QStringLiteral(" ms");
    return threeDigits(value / 1e9) + QStringLiteral(" s");
}

QString formatRate(double bytesPerSecond)
{
    if (bytesPerSecond < 1e9)
        return threeDigits(bytesPerSecond / 1e6) + QStringLiteral(" MB/s");
    return threeDigits(bytesPerSecond / 1e9) + QStringLiteral(" GB/s");
}

QString formatTokenRate(double tokensPerSecond)
{
    return QString::number(tokensPerSecond, 'f', tokensPerSecond < 10 ? 1 : 0) + QStringLiteral(" t/s");
}

QString formatCount(std::int64_t value)
{
    QString digits = QString::number(value);
    for (qsizetype at = digits.size() - 3; at > (value < 0 ? 1 : 0); at -= 3)
        digits.insert(at, QChar(0x2009));
    return digits;
}

QString formatParameters(std::uint64_t parameters)
{
    const auto value = double(parameters);
    if (value < 1e9)
        return QString::number(std::llround(value / 1e6)) + QStringLiteral(" M");
    return QString::number(value / 1e9, 'f', 1) + QStringLiteral(" B");
}

} // namespace cutaway::ui
