#include "engine/sampling/chain_trace.h"

namespace cutaway::sampling {

CandidateView viewOf(const Candidates& candidates, std::size_t wanted)
{
    Candidates copy = candidates; // its list is its own; the logits are only read
    copy.softmax();
    copy.sortTop(wanted);
    CandidateView view { copy.size(), {} };
    copy.keepFirst(wanted);
    view.best.assign(copy.list().begin(), copy.list().end());
    return view;
}

} // namespace cutaway::sampling
