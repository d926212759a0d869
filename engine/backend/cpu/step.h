#pragma once
#include "engine/backend/cpu/slicing.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cutaway::backend::cpu {

/// The scalars of one execution, the same for every worker but `worker`.
struct StepContext {
    const std::int32_t* tokens = nullptr;
    const std::int32_t* outputRows = nullptr;
    std::int64_t firstPosition = 0;
    const std::atomic<bool>* cancel = nullptr;
    int worker = 0;
    int workers = 1;

    bool cancelled() const { return cancel && cancel->load(std::memory_order_relaxed); }
};

/// A piece of a plan that every worker runs, each on its part.
class Step {
public:
    virtual ~Step() = default;
    virtual void run(const StepContext& context) const = 0;
};

/// Memory of a value: shared, or one copy a worker.
struct Place {
    std::byte* base = nullptr;
    std::size_t workerStride = 0; ///< 0: shared

    std::byte* bytes(int worker) const { return base + workerStride * std::size_t(worker); }
    float* f32(int worker) const { return reinterpret_cast<float*>(bytes(worker)); }
};

} // namespace cutaway::backend::cpu
