#pragma once
#include "app/cli/model_options.h"

#include <cstdint>
#include <vector>

namespace cutaway::cli {

/// A text cut into pieces of equal length, each of which is read by itself.
struct TextChunks {
    std::vector<base::TokenId> tokens;
    std::int64_t length = 0; ///< tokens of a chunk
    std::int64_t count = 0;
    base::TokenId front = base::kNoToken; ///< takes the place of each chunk's first token

    std::vector<base::TokenId> chunk(std::int64_t index) const;
};

/// The text of -f or -p in the tokens of --model: chunks of --context tokens (default 512), at most --chunks of them; the rest is left out.
/// Errors: invalidArgument for a context shorter than minLength and a text too short for one chunk; those of opening the model.
base::Result<TextChunks> textChunks(const Arguments& arguments, std::int64_t minLength);

} // namespace cutaway::cli
