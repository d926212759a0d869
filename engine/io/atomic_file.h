#pragma once
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cutaway::io {

/// A file that appears under its name only when it is complete: a reader, or a power cut, sees either the old content or the new one, never a
/// part. Until finish() it has no name where the file system can do that, so that even a killed process leaves nothing; elsewhere it is a
/// file beside the final one, removed with the object. A device or a pipe is written to as it is, never replaced.
/// Errors: notFound (no such folder), accessDenied (permissions), ioFailed (a full disk).
class AtomicFile {
public:
    static base::Result<AtomicFile> create(const std::string& path);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    base::Status write(std::span<const std::byte> bytes);
    base::Status write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
    std::uint64_t sizeBytes() const { return m_sizeBytes; }
    /// Flushes to the disk and gives the file its name, in place of one that had it.
    base::Status finish();

private:
    AtomicFile(std::string path, std::string temporary, int file, bool named);
    int giveName();

    std::string m_path, m_temporary;
    int m_file;
    bool m_named; ///< the temporary name exists
    std::uint64_t m_sizeBytes = 0;
};

/// Writes a whole file in this manner.
base::Status writeFileAtomically(const std::string& path, std::string_view content);

/// What an ordinary user may still write into the folder of this path. Errors: notFound.
base::Result<std::uint64_t> freeDiskBytes(const std::string& path);

} // namespace cutaway::io
