#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// The CPU kernels as tables of functions, one table per instruction set. Callers hold a `const KernelTable&` and never
/// ask what the processor is. Every function is noexcept and checks nothing: op inference has checked shapes and types.
/// All float arithmetic is F32 unless said otherwise. No function allocates: scratch comes from the caller.
namespace cutaway::kernels::cpu {

enum class Isa { generic, avx2 };
const char* isaName(Isa isa);

/// How the activations of a linear layer are rounded before the dot product; follows from the weight type.
enum class ActKind {
    f32,      ///< not rounded: F32, F16, BF16 weights
    q8per32,  ///< int8, one F32 scale every 32: types whose blocks hold 32, 64 or 128 values
    q8per256, ///< int8, one F32 scale every 256: types of super-blocks
};

/// Weights as the kernels read them. The Q and K types interleave 8 rows in 4-byte groups (8 rows x 4 k fill 32 bytes), so that a
/// broadcast of 4 activations meets 8 rows and no horizontal sum is needed; the others stay rows as the file has them, unpadded.
/// One layout serves every instruction set. Interleaved rows are padded with zero rows to a multiple of kRowTile.
struct PackedLayout {
    DType type;
    ActKind acts;
    /// Bytes of a whole packed matrix [rows, k].
    std::size_t (*packedBytes)(std::int64_t rows, std::int64_t k) noexcept;
    /// Packs rows [rowBegin, rowEnd) of a matrix; `src` points at file row rowBegin (so that a caller may stream), `dst` at the start of the packed matrix.
    /// @pre rowBegin is a multiple of kRowTile; rowEnd is one too, or equals `rows`, and then the padding rows are written as zeros
    void (*pack)(const std::byte* src, std::int64_t rows, std::int64_t k, std::int64_t rowBegin, std::int64_t rowEnd, std::byte* dst) noexcept;
    /// Dequantises one row of the packed matrix, bit for bit as the file's block would be. @param out [k]
    void (*unpackRow)(const std::byte* packed, std::int64_t k, std::int64_t row, float* out) noexcept;
};
inline constexpr std::int64_t kRowTile = 8;
/// @return nullptr when the type has no fast path (the op reference runs instead, and says so)
const PackedLayout* packedLayout(DType type);

/// Prepares activations for linear kernels. The layout is private to the table that wrote it.
struct ActArgs {
    const float* x;              ///< [nTokens, k], rows ldX floats apart
    std::int64_t ldX;
    std::int64_t k;
    std::int32_t nTokens;        ///< of the whole matrix; 1 selects the GEMV layout
    std::int32_t tokenBegin;     ///< part to prepare; a multiple of kTokenTile (or 0)
    std::int32_t tokenEnd;       ///< a multiple of kTokenTile, or nTokens
    std::int64_t kBegin;         ///< part to prepare; multiples of the kind's block (32 or 256)
    std::int64_t kEnd;
    std::byte* out;              ///< start of the whole prepared matrix, 64-byte aligned
};
inline constexpr std::int32_t kTokenTile = 16;

/// y[t, r] = sum_k W[r, k] * x[t, k] for the rows [rowBegin, rowEnd) and all tokens.
struct LinearArgs {
    const std::byte* weights;    ///< packed matrix, from its first row
    std::int64_t k;
    std::int64_t rowBegin;       ///< multiple of kRowTile
    std::int64_t rowEnd;         ///< multiple of kRowTile, or the number of rows
    const std::byte* acts;       ///< as prepared (ActKind::f32: plain floats [nTokens, k], contiguous)
    std::int32_t nTokens;
    float* y;                    ///< y[t * ldY + r]
    std::int64_t ldY;
    std::byte* scratch;          ///< linearScratchBytes, 64-byte aligned, private to the calling thread
};

/// Linear kernels of one weight type. The result of a row never depends on rowBegin, rowEnd or the thread that computes it.
struct LinearKernels {
    void (*linear)(const LinearArgs&) noexcept = nullptr;
    std::size_t (*scratchBytes)(std::int64_t k, std::int32_t nTokens) noexcept = nullptr;
};

/// Keys and values of one KV head of one layer. K lies in blocks of 16 positions, [capacity/16][headDim][16], so that one vector holds
/// several positions of one dimension; V lies as [capacity][headDim]. Capacity is a multiple of kKvBlock.
struct KvHead {
    std::byte* k;
    std::byte* v;
    DType type;                  ///< f16 or f32
    std::int32_t headDim;        ///< same for K and V
    std::int64_t capacity;
};
inline constexpr std::int64_t kKvBlock = 16;
inline constexpr std::int64_t kAttentionPiece = 256; ///< keys of one partial sum: fixed, so that results do not depend on thread counts

/// Writes K and V of `count` positions from `position` on into the cache of one head.
struct KvWriteArgs {
    KvHead head;
    const float* k;              ///< [count, headDim], rows ldK floats apart
    const float* v;              ///< [count, headDim], rows ldV floats apart
    std::int64_t ldK;
    std::int64_t ldV;
    std::int64_t position;
    std::int32_t count;
};

/// One partial attention of one query token: the query heads of one KV head over the keys [keyBegin, keyEnd).
struct AttentionPieceArgs {
    KvHead head;
    const float* q;              ///< [nHeads, headDim], contiguous
    std::int32_t nHeads;         ///< query heads that share the KV head
    std::int64_t keyBegin;       ///< any position; a piece holds at most kAttentionPiece keys
    std::int64_t keyEnd;
    float scale;
    float softcap;               ///< 0: none
    float* maximum;              ///< [nHeads] of the scores
    float* sum;                  ///< [nHeads] of exp(score - maximum)
    float* acc;                  ///< [nHeads, headDim] of exp(score - maximum) * v
    float* scratch;              ///< [nHeads * kAttentionPiece]
};

/// Merges partial results in piece order and divides: out[h] = sum_p acc_p e^(m_p - m) / sum_p s_p e^(m_p - m). Strides are in floats.
struct AttentionMergeArgs {
    std::int32_t nPieces;
    std::int32_t headDim;
    const float* maximum;        ///< of piece p at maximum[p * statStride]
    const float* sum;
    std::int64_t statStride;
    const float* acc;            ///< of piece p at acc[p * accStride]
    std::int64_t accStride;
    float* out;                  ///< [headDim]
};

/// Causal attention of a run of query tokens at consecutive positions with the query heads of one KV head.
struct AttentionPrefillArgs {
    KvHead head;
    const float* q;              ///< query head h of token t at q[t * ldQ + h * headDim]
    std::int64_t ldQ;
    float* out;                  ///< laid out like q, with ldOut
    std::int64_t ldOut;
    std::int32_t nHeads;         ///< query heads that share the KV head
    std::int32_t nTokens;
    std::int64_t firstPosition;  ///< of token 0; its own key is already in the cache
    std::int64_t window;         ///< keys further back than window - 1 are masked; 0: no window
    float scale;
    float softcap;               ///< 0: none
    std::byte* scratch;          ///< attentionPrefillScratchBytes, private to the calling thread
};
inline constexpr std::int32_t kAttentionTokenTile = 16; ///< callers pass at most this many query tokens a call

enum class GluKind { silu, gelu }; ///< gelu: the tanh form

/// One instruction set.
struct KernelTable {
    Isa isa;

    std::size_t (*actBytes)(ActKind kind, std::int64_t k, std::int32_t nTokens) noexcept;
    void (*prepareQ8per32)(const ActArgs&) noexcept;
    void (*prepareQ8per256)(const ActArgs&) noexcept;
    /// @return an entry whose `linear` is nullptr when the type has no fast path here
    const LinearKernels& (*linear)(DType type) noexcept;

    /// y = x / sqrt(mean(x^2) + eps) * w over n values; w may be nullptr. y may be x.
    void (*rmsNorm)(const float* x, const float* w, float eps, std::int64_t n, float* y) noexcept;
    /// Rotates one head in place. @param cosSin [nRot/2][2] of this position. `interleaved` pairs (2i, 2i+1), else (i, i + nRot/2)
    void (*rope)(float* x, std::int32_t nRot, const float* cosSin, bool interleaved) noexcept;
    void (*add)(const float* a, const float* b, std::int64_t n, float* y) noexcept;
    void (*scale)(const float* x, float factor, std::int64_t n, float* y) noexcept;
    /// y = act(gate) * up
    void (*glu)(GluKind kind, const float* gate, const float* up, std::int64_t n, float* y) noexcept;
    /// y = cap * tanh(x / cap)
    void (*softcap)(const float* x, float cap, std::int64_t n, float* y) noexcept;

    void (*kvWrite)(const KvWriteArgs&) noexcept;
    void (*attentionPiece)(const AttentionPieceArgs&) noexcept;
    void (*attentionMerge)(const AttentionMergeArgs&) noexcept;
    std::size_t (*attentionPrefillScratchBytes)(std::int32_t headDim, std::int32_t nHeads) noexcept;
    void (*attentionPrefill)(const AttentionPrefillArgs&) noexcept;
};

/// The best table that the processor really grants, at most `cap`. @return nullptr when the processor lacks `cap`
const KernelTable* kernelTable(Isa cap);
/// The best instruction set of this processor.
Isa bestIsa();

} // namespace cutaway::kernels::cpu
