#include "engine/chat/jinja/value.h"

#include <algorithm>

namespace cutaway::chat::jinja {
namespace {

/// What making a container costs beside its elements, in steps.
constexpr std::uint64_t kContainerWork = 8;

struct TypeNamer {
    std::string operator()(const Undefined&) const { return "Undefined"; }
    std::string operator()(None) const { return "NoneType"; }
    std::string operator()(bool) const { return "bool"; }
    std::string operator()(std::int64_t) const { return "int"; }
    std::string operator()(double) const { return "float"; }
    std::string operator()(const Text&) const { return "str"; }
    std::string operator()(const Sequence* sequence) const
    {
        switch (sequence->kind) {
        case Sequence::Kind::list: return "list";
        case Sequence::Kind::tuple: return "tuple";
        case Sequence::Kind::generator: return "generator";
        case Sequence::Kind::view: return "dict view";
        case Sequence::Kind::range: return "range";
        }
        return {};
    }
    std::string operator()(const Dict*) const { return "dict"; }
    std::string operator()(const Namespace*) const { return "Namespace"; }
    std::string operator()(const Callable*) const { return "function"; }
    std::string operator()(const Loop*) const { return "LoopContext"; }
};

} // namespace

const Value* Dict::find(std::string_view key) const
{
    const auto it = std::ranges::find_if(entries, [key](const auto& entry) { return entry.first.text() && *entry.first.text() == key; });
    return it == entries.end() ? nullptr : &it->second;
}

Value* Namespace::find(std::string_view name)
{
    const auto it = std::ranges::find_if(attributes, [name](const auto& attribute) { return attribute.first == name; });
    return it == attributes.end() ? nullptr : &it->second;
}

Sequence* Heap::sequence(Sequence::Kind kind, std::vector<Value> items)
{
    m_budget.charge(items.size() + kContainerWork);
    return &m_sequences.emplace_back(Sequence { kind, std::move(items) });
}

Dict* Heap::dict(std::vector<std::pair<Value, Value>> entries)
{
    m_budget.charge(2 * entries.size() + kContainerWork);
    return &m_dicts.emplace_back(Dict { std::move(entries) });
}

Namespace* Heap::nameSpace()
{
    m_budget.charge(kContainerWork);
    return &m_namespaces.emplace_back();
}

Callable* Heap::callable(std::string name, std::function<Value(const Arguments&)> invoke)
{
    m_budget.charge(kContainerWork);
    return &m_callables.emplace_back(Callable { std::move(name), std::move(invoke) });
}

Loop* Heap::loop(std::vector<Value> items)
{
    m_budget.charge(items.size() + kContainerWork);
    Loop& loop = m_loops.emplace_back();
    loop.items = std::move(items);
    return &loop;
}

std::string typeName(const Value& value) { return std::visit(TypeNamer {}, value.data()); }

} // namespace cutaway::chat::jinja
