#pragma once
#include "engine/backend/cpu/step.h"
#include "kernels/cpu/kernel_table.h"

namespace cutaway::backend::cpu {

/// Rows that one token takes in the prepared activations of int8 kernels: what rounding to int8 keeps of it, then what it loses, rounded
/// with a scale of its own. A linear layer adds its results of both, and the error of the activations falls from 2^-8 to 2^-16.
///
/// With one row the error of a model's logits is a matter of luck: on SmolLM2 Q4_1 the rows of the expected values came out at 1.07 times
/// the peer's NMSE as a geometric mean, and single rows at 8 times; with two rows for the input of ffn_down alone at 0.7 times. With two rows
/// everywhere the mean is 0.0002 times and the worst row 0.002 times (Gemma 3 Q4_K_M: 0.0001 and 0.0004); what remains is the F16 cache.
/// The price is twice the multiply-adds: 0.60 times the prefill speed of one row and 0.67 times its decode speed, although weights are still
/// read once (medians of 7 alternating pairs, SmolLM2 Q4_1, AVX2, 2 threads of a Zen 4). Rows chosen by node are the way to get it back.
inline constexpr std::int32_t kRowsPerToken = 2;

/// Prepares activations for int8 kernels, kRowsPerToken rows a token.
class PrepareStep : public Step {
public:
    struct Facts {
        kernels::cpu::ActKind kind = kernels::cpu::ActKind::q8per32;
        void (*prepare)(const kernels::cpu::ActArgs&) noexcept = nullptr;
        std::int64_t k = 0;
        std::int64_t tokens = 0;
        Slicing slicing;
    };
    /// Bytes of scratch that each worker needs.
    static std::size_t scratchBytes(std::int64_t k, std::int64_t tokens);

    /// @param x  [tokens, k]
    PrepareStep(Facts facts, Place x, Place out, Place scratch) : m_facts(facts), m_x(x), m_out(out), m_scratch(scratch) { }
    void run(const StepContext& context) const override;

private:
    Facts m_facts;
    Place m_x, m_out, m_scratch;
};

} // namespace cutaway::backend::cpu
