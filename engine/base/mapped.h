#pragma once

#include <ranges>
#include <type_traits>
#include <vector>

namespace cutaway::base {

/// What `function` makes of each item of `range`, in its order.
template <std::ranges::sized_range Range, typename Function>
auto mapped(const Range& range, Function&& function)
{
    std::vector<std::decay_t<std::invoke_result_t<Function&, std::ranges::range_reference_t<const Range>>>> result;
    result.reserve(std::ranges::size(range));
    for (const auto& item : range)
        result.push_back(function(item));
    return result;
}

} // namespace cutaway::base
