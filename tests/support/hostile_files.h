#pragma once
#include <string>
#include <vector>

namespace cutaway::test {

/// A model file that must be refused, made from nothing.
struct HostileFile {
    std::string name;     ///< of the file, with its ending
    std::string bytes;    ///< the whole content
    std::string sentence; ///< part of what the refusal must say
    /// The file follows its format, but no model can be run from it: it can still be looked at.
    bool inspectable = false;
};

/// One file for each kind of damage: cut off, empty, another magic, huge counts and lengths, a tensor missing or of another shape, an
/// architecture that nobody knows.
std::vector<HostileFile> hostileFiles();

/// The bytes of the smallest model that the ones above are damaged forms of: llama, one layer, no vocabulary. It can be planned.
std::string smallestModel();

} // namespace cutaway::test
