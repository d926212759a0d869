#pragma once
#include <QFlags>
#include <QObject>

#include <cstdint>
#include <optional>

namespace cutaway::ui {

/// Where the user looks, shared by all views: selecting a thing anywhere selects it everywhere.
class Selection : public QObject {
    Q_OBJECT

public:
    enum class Part { step = 1, node = 2, range = 4, token = 8 };
    Q_DECLARE_FLAGS(Parts, Part)

    /// A node of a plan: PlanInfo::id and the index into PlanInfo::nodes.
    struct Node {
        std::uint32_t plan = 0;
        std::uint32_t index = 0;
        friend bool operator==(const Node&, const Node&) = default;
    };
    /// On the axis of base::nowNs().
    struct Range {
        std::int64_t startNs = 0;
        std::int64_t endNs = 0;
        friend bool operator==(const Range&, const Range&) = default;
    };
    /// A token of an answer: the message in the chat store and the position within the answer.
    struct Token {
        std::uint64_t message = 0;
        std::int32_t index = 0;
        friend bool operator==(const Token&, const Token&) = default;
    };

    using QObject::QObject;

    /// StepRecord::id; 0 follows the newest step.
    std::uint64_t step() const { return m_step; }
    const std::optional<Node>& node() const { return m_node; }
    const std::optional<Range>& range() const { return m_range; }
    const std::optional<Token>& token() const { return m_token; }

    void selectStep(std::uint64_t step) { assign(m_step, step, Part::step); }
    void selectNode(std::optional<Node> node) { assign(m_node, node, Part::node); }
    void selectRange(std::optional<Range> range) { assign(m_range, range, Part::range); }
    void selectToken(std::optional<Token> token) { assign(m_token, token, Part::token); }

signals:
    void changed(cutaway::ui::Selection::Parts parts);

private:
    template <class T> void assign(T& field, const T& value, Part part)
    {
        if (field == value)
            return;
        field = value;
        emit changed(part);
    }

    std::uint64_t m_step = 0;
    std::optional<Node> m_node;
    std::optional<Range> m_range;
    std::optional<Token> m_token;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(Selection::Parts)

} // namespace cutaway::ui
