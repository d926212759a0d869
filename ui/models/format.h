#pragma once
#include <QString>

#include <cstdint>

/// Numbers as every view writes them.
namespace cutaway::ui {

/// "92.0 MiB", with a space that no line breaks at
QString formatBytes(std::uint64_t bytes);
/// "9.21 ms", "431 µs", "2.4 s": three significant digits.
QString formatDuration(std::int64_t ns);
/// "22.8 GB/s" (decimal units, as bandwidth is given)
QString formatRate(double bytesPerSecond);
/// "108 t/s"; one decimal under 10
QString formatTokenRate(double tokensPerSecond);
/// "4 096" with a thin space
QString formatCount(std::int64_t value);
/// "135 M", "8.2 B"
QString formatParameters(std::uint64_t parameters);

} // namespace cutaway::ui
