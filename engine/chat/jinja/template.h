#pragma once
#include "engine/base/result.h"
#include "engine/chat/jinja/ast.h"
#include "engine/chat/jinja/budget.h"
#include "engine/chat/local_time.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace cutaway::chat::jinja {

/// A parsed template. Immutable; renders may run in several threads at once.
/// Behaves like Jinja 3.1 with trim_blocks and lstrip_blocks, loop controls, the generation tag, and the tojson filter that chat templates expect.
class Template {
public:
    static base::Result<std::shared_ptr<const Template>> parse(std::string source, const Limits& limits = {});
    /// @param variables  a JSON object: what the template's names mean
    base::Result<std::string> render(const nlohmann::ordered_json& variables, const LocalTime& now) const;
    const std::string& source() const { return m_source; }

    /// For parse().
    Template(std::string source, Body body, const Limits& limits);

private:
    std::string m_source;
    Body m_body;
    Limits m_limits;
};

} // namespace cutaway::chat::jinja
