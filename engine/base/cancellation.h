#pragma once
#include <atomic>
#include <memory>

namespace cutaway::base {

/// Seen from the side that works: asks whether to stop. Copies share one flag; a default one never cancels.
class CancelToken {
public:
    CancelToken() = default;
    bool cancelled() const { return m_flag && m_flag->load(std::memory_order_relaxed); }
    /// The flag itself, for loops that cannot afford a null check; nullptr when nothing can cancel.
    const std::atomic<bool>* flag() const { return m_flag.get(); }

private:
    friend class CancelSource;
    std::shared_ptr<const std::atomic<bool>> m_flag;
};

/// Seen from the side that decides: any thread may call cancel().
class CancelSource {
public:
    void cancel() { m_flag->store(true, std::memory_order_relaxed); }
    CancelToken token() const
    {
        CancelToken token;
        token.m_flag = m_flag;
        return token;
    }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

} // namespace cutaway::base
