#pragma once
#include "engine/formats/metadata.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cutaway::test {

/// Metadata of a small SPM vocabulary: <unk>, <s>, </s>, the 256 byte tokens, then the given pieces with falling scores.
formats::Metadata spmMetadata(const std::vector<std::string>& pieces);
/// Metadata of a small byte-level BPE vocabulary: the 256 byte letters, then what the merges ("a b") make, then control tokens.
formats::Metadata bpeMetadata(
    const std::vector<std::string>& merges, const std::vector<std::string>& control, const std::string& pre = "gpt-2");

/// Metadata of a small PLaMo-2 vocabulary: the tokens of spmMetadata(), divided by cost.
formats::Metadata plamo2Metadata(const std::vector<std::string>& pieces);
/// Metadata of a small UGM vocabulary: <pad>, </s>, <unk>, then the given pieces with scores that fall from -1.
formats::Metadata ugmMetadata(const std::vector<std::string>& pieces);
/// Metadata of a small RWKV vocabulary: <unk>, the 256 bytes as escapes, then the given pieces.
formats::Metadata rwkvMetadata(const std::vector<std::string>& pieces);
/// Metadata of a small WPM vocabulary: [PAD], [UNK], [CLS], [SEP], [MASK], then the given pieces.
formats::Metadata wpmMetadata(const std::vector<std::string>& pieces);

/// Sets a key, replacing a value that it may have.
formats::Metadata with(const formats::Metadata& metadata, const std::string& key, const formats::MetaValue& value);
formats::Metadata without(const formats::Metadata& metadata, const std::string& key);

} // namespace cutaway::test
