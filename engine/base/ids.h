#pragma once
#include <cstdint>
#include <functional>

namespace cutaway::base {

/// An integer that cannot be mixed up with another kind of id. 0 means none.
template <class Tag> struct Id {
    std::uint64_t value = 0;
    explicit operator bool() const { return value != 0; }
    friend bool operator==(Id, Id) = default;
    friend auto operator<=>(Id, Id) = default;
};

using RequestId = Id<struct RequestTag>;
using ModelId = Id<struct ModelTag>;
using SessionId = Id<struct SessionTag>;

/// Index into a model's vocabulary; -1 is no token.
using TokenId = std::int32_t;
inline constexpr TokenId kNoToken = -1;

} // namespace cutaway::base

template <class Tag> struct std::hash<cutaway::base::Id<Tag>> {
    std::size_t operator()(cutaway::base::Id<Tag> id) const noexcept { return std::hash<std::uint64_t> {}(id.value); }
};
