#include "engine/io/mapping_guard.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace cutaway::io {

/// One mapping. Written by its owner, read by the handler on any thread: atomics without locks only.
struct GuardedMapping::Slot {
    std::atomic<bool> taken { false };
    std::atomic<std::uintptr_t> begin { 0 }; ///< 0: the rest is not valid
    std::atomic<std::uintptr_t> end { 0 };
    std::atomic<bool> damaged { false };
};

namespace {

constexpr std::size_t kMaxMappings = 4096; // a split model has as many as it has parts

constinit std::array<GuardedMapping::Slot, kMaxMappings> s_slots {};
struct sigaction s_previous { };

GuardedMapping::Slot* slotOf(std::uintptr_t address)
{
    for (GuardedMapping::Slot& slot : s_slots) {
        const std::uintptr_t begin = slot.begin.load();
        if (begin != 0 && address >= begin && address < slot.end.load() && slot.begin.load() == begin)
            return &slot;
    }
    return nullptr;
}

/// Puts zeros where the address lies, and behind it: what follows in the file is gone too.
bool replaceByZeros(std::uintptr_t address, const GuardedMapping::Slot& slot)
{
    const auto page = std::uintptr_t(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t first = address / page * page;
    void* const there = reinterpret_cast<void*>(first); // NOLINT(performance-no-int-to-ptr): the signal says only a number
    return ::mmap(there, slot.end.load() - first, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

void handle(int, siginfo_t* info, void*)
{
    const int before = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    GuardedMapping::Slot* const slot = slotOf(address);
    if (slot && replaceByZeros(address, *slot))
        slot->damaged.store(true);
    else
        ::sigaction(SIGBUS, &s_previous, nullptr); // the instruction is tried again, and the signal goes there
    errno = before;
}

} // namespace

void guardMappings()
{
    struct sigaction action { };
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    struct sigaction before { };
    ::sigaction(SIGBUS, &action, &before);
    if (before.sa_sigaction != handle) // a second call changes nothing
        s_previous = before;
}

GuardedMapping::GuardedMapping(std::byte* address, std::size_t size)
{
    for (Slot& slot : s_slots) {
        if (slot.taken.exchange(true))
            continue;
        m_slot = &slot;
        slot.damaged.store(false);
        slot.end.store(reinterpret_cast<std::uintptr_t>(address) + size);
        slot.begin.store(reinterpret_cast<std::uintptr_t>(address));
        return;
    }
}

GuardedMapping::~GuardedMapping()
{
    if (!m_slot)
        return;
    m_slot->begin.store(0);
    m_slot->taken.store(false);
}

bool GuardedMapping::damaged() const { return m_slot && m_slot->damaged.load(); }

} // namespace cutaway::io
