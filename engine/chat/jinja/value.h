#pragma once
#include "engine/chat/jinja/budget.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cutaway::chat::jinja {

class Value;
struct Sequence;
struct Dict;
struct Namespace;
struct Callable;
struct Loop;

using Text = std::shared_ptr<const std::string>;

/// What a missing name, key or index evaluates to. Prints as nothing, iterates as empty; anything else is an error that tells `reason`.
struct Undefined {
    Text reason; ///< "'x' is undefined"
};
struct None {};

/// A template value with Python's behaviour. Small and cheap to copy: strings are shared and immutable, containers live in the render's Heap,
/// so that cycles and deep nestings made by a hostile template need no recursion to be freed.
class Value {
public:
    using Storage = std::variant<Undefined, None, bool, std::int64_t, double, Text, Sequence*, Dict*, Namespace*, Callable*, Loop*>;

    Value() = default;
    Value(Undefined value) : m_data(std::move(value)) {}
    Value(None value) : m_data(value) {}
    Value(bool value) : m_data(value) {}
    Value(std::int64_t value) : m_data(value) {}
    Value(double value) : m_data(value) {}
    Value(Text value) : m_data(std::move(value)) {}
    Value(std::string value) : m_data(std::make_shared<const std::string>(std::move(value))) {}
    Value(std::string_view value) : Value(std::string(value)) {}
    Value(const char* value) : Value(std::string(value)) {}
    Value(Sequence* value) : m_data(value) {}
    Value(Dict* value) : m_data(value) {}
    Value(Namespace* value) : m_data(value) {}
    Value(Callable* value) : m_data(value) {}
    Value(Loop* value) : m_data(value) {}
    /// Keeps other pointers from becoming true.
    template <class T> Value(T*) = delete;
    static Value ofSize(std::size_t size) { return Value(static_cast<std::int64_t>(size)); }

    bool isUndefined() const { return std::holds_alternative<Undefined>(m_data); }
    bool isNone() const { return std::holds_alternative<None>(m_data); }
    const Storage& data() const { return m_data; }
    /// The value as T, or null when it is something else.
    template <class T> const T* as() const { return std::get_if<T>(&m_data); }
    /// The text of a string, or null.
    const std::string* text() const
    {
        const auto* shared = as<Text>();
        return shared ? shared->get() : nullptr;
    }
    Sequence* sequence() const { return pointer<Sequence>(); }
    Dict* dict() const { return pointer<Dict>(); }
    Namespace* nameSpace() const { return pointer<Namespace>(); }
    Callable* callable() const { return pointer<Callable>(); }
    Loop* loop() const { return pointer<Loop>(); }

private:
    template <class T> T* pointer() const
    {
        const auto* found = as<T*>();
        return found ? *found : nullptr;
    }
    Storage m_data;
};

/// Everything that is a row of values.
struct Sequence {
    enum class Kind {
        list,
        tuple,
        generator, ///< what lazy filters give: can be walked once, is always true, has no length
        view,      ///< keys(), values(), items() of a dict: has a length, no index
        range,
    };
    Kind kind = Kind::list;
    std::vector<Value> items;
};

/// Keeps the order of insertion. Dicts come from data and literals and are small: a walk over the entries is the look-up.
struct Dict {
    std::vector<std::pair<Value, Value>> entries;
    const Value* find(std::string_view key) const;
};

/// The only thing a template may assign attributes to.
struct Namespace {
    std::vector<std::pair<std::string, Value>> attributes;
    Value* find(std::string_view name);
};

/// Arguments as written at a call.
struct Arguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
};

struct Callable {
    std::string name;
    std::function<Value(const Arguments&)> invoke;
};

/// The `loop` variable of one running for statement.
struct Loop {
    std::vector<Value> items;
    std::size_t index = 0;
    int depth = 1;
    Value lastChanged; ///< arguments of the last loop.changed(), a tuple
};

/// Owns the containers of one render. Nothing is freed before its end; the budget bounds what can be made.
class Heap {
public:
    explicit Heap(Budget& budget) : m_budget(budget) {}
    Sequence* sequence(Sequence::Kind kind, std::vector<Value> items = {});
    Dict* dict(std::vector<std::pair<Value, Value>> entries = {});
    Namespace* nameSpace();
    Callable* callable(std::string name, std::function<Value(const Arguments&)> invoke);
    Loop* loop(std::vector<Value> items);

private:
    Budget& m_budget;
    std::deque<Sequence> m_sequences;
    std::deque<Dict> m_dicts;
    std::deque<Namespace> m_namespaces;
    std::deque<Callable> m_callables;
    std::deque<Loop> m_loops;
};

/// "str", "int", "dict": Python's name of the type, for messages.
std::string typeName(const Value& value);

} // namespace cutaway::chat::jinja
