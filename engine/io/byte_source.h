#pragma once
#include "engine/base/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace cutaway::io {

/// The bytes of a file, readable in place. Immutable.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual std::span<const std::byte> bytes() const = 0;
    /// Tells the system that a range will not be read again soon, so that its pages may go.
    virtual void release(std::size_t offset, std::size_t length) const = 0;
    /// Gives back what is held only to answer bytes(), which makes it again. @pre nobody uses a span that bytes() gave
    virtual void discard() const {}
    /// An error, naming the file, once bytes of it could not be read: what bytes() shows may hold zeros in their places. Errors: ioFailed.
    virtual base::Status intact() const { return base::ok(); }
};

/// Maps a regular file for reading. Errors: notFound, accessDenied, unsupported (a directory, a pipe), corruptFile (empty), outOfMemory (too much is
/// mapped). Where guardMappings() was called, a file that becomes shorter later is noticed by intact().
base::Result<std::shared_ptr<ByteSource>> mapFile(const std::string& path);

} // namespace cutaway::io
