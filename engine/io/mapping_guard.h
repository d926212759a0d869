#pragma once
#include <cstddef>

/// What happens when bytes of a mapped file cannot be read any more, because the file became shorter or its disk failed: the system sends SIGBUS to
/// the thread that touches them, which ends the process unless somebody handles it.
namespace cutaway::io {

/// Handles SIGBUS for the process: in guarded mappings what cannot be read becomes zeros, and the mapping is marked. Other causes go to the handler
/// that was there before. For the start of a program, before it makes threads.
void guardMappings();

/// A mapping that the handler knows, from construction to destruction. The signal can reach only what belongs to the process: this list of all
/// mappings is such a thing, and the only one.
class GuardedMapping {
public:
    /// @param address, size  as mmap() gave it
    GuardedMapping(std::byte* address, std::size_t size);
    ~GuardedMapping();
    GuardedMapping(const GuardedMapping&) = delete;
    GuardedMapping& operator=(const GuardedMapping&) = delete;

    /// False where the list of mappings is full: then nothing protects this one.
    bool guarded() const { return m_slot != nullptr; }
    /// True once bytes of it could not be read; from then on zeros stand in their places.
    bool damaged() const;

    struct Slot;

private:
    Slot* m_slot = nullptr;
};

} // namespace cutaway::io
