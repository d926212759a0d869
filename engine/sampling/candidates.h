#pragma once
#include "engine/base/ids.h"

#include <cstddef>
#include <span>
#include <vector>

namespace cutaway::sampling {

using base::TokenId;

struct Candidate {
    TokenId id = base::kNoToken;
    float logit = 0;
    float p = 0; ///< after softmax()
};

/// The tokens that may still be picked. Begins as the whole vocabulary, held in the caller's logits alone; becomes a list when a sampler first
/// narrows it, so that the common chain, where top-k comes early, never makes a list of the vocabulary. Tokens whose logit is -inf or not a
/// number can never be picked and are in no list. Allocates at construction only.
class Candidates {
public:
    explicit Candidates(std::size_t vocabSize);
    /// Begins a pick. @param logits  [vocabSize], borrowed until the next start(); samplers change them in place
    void start(std::span<float> logits);
    /// Whether these are still the caller's logits, one per token id.
    bool isWhole() const { return m_whole; }
    /// Gives the logit of every candidate to `visit`, which may change it.
    template <class Visit> void forEachLogit(Visit visit)
    {
        for (float& logit : m_whole ? m_logits : std::span<float>())
            visit(logit);
        for (Candidate& candidate : m_list)
            visit(candidate.logit);
    }
    /// [vocabSize] @pre isWhole()
    std::span<float> logits() { return m_logits; }
    /// The candidates as a list, made now when they were whole. In order of token id until something sorts them.
    std::span<Candidate> list();
    std::size_t size() { return list().size(); }

    /// Puts the `count` best first, best logit first and lower id first among equals.
    void sortTop(std::size_t count);
    void sort() { sortTop(size()); }
    /// Keeps the best `count`, sorted.
    void keepTop(std::size_t count);
    /// Keeps the first `count` of the list.
    void keepFirst(std::size_t count);
    /// Removes the first `count` of the list.
    void dropFirst(std::size_t count);
    /// Keeps those whose logit is not below the threshold, in their order.
    void keepFrom(float threshold);
    /// After a sampler changed logits or the order of the list.
    void markUnsorted() { m_sorted = 0; }
    /// -inf when there is none.
    float maxLogit() const;
    /// Sum of exp(logit - maximum) over all candidates: what the probability of the best one is 1 in.
    double weight() const;
    /// Sets p of every candidate: exp(logit - maximum) over their sum, summed in the order of the list.
    void softmax();

    /// The picked one; set by the last sampler of a chain.
    Candidate picked;

private:
    /// No token of the `count` best has a logit at or below this. @pre the list is empty; it is again afterwards
    float lowerBoundOfTop(std::size_t count);

    std::span<float> m_logits;
    std::vector<Candidate> m_list;
    std::size_t m_sorted = 0; ///< so many at the front are the best of all, in order
    bool m_whole = true;
};

} // namespace cutaway::sampling
