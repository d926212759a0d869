#pragma once
#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace cutaway::grammar {

/// A grammar in GBNF for the JSON texts that are valid under a JSON Schema. Narrower than the schema where a grammar must choose: properties come
/// in the schema's order, required ones first; extra ones only where additionalProperties allows them in so many words; exclusive alternatives
/// (oneOf) are taken to exclude each other. A schema without a type is read as one for the types that its keywords speak of, {} as any value.
///
/// Errors: invalidArgument (no JSON, with line and column; keywords that contradict each other; nothing can be valid) and unsupported (a keyword
/// that a grammar cannot hold), both with the path of the schema in the document, "#/properties/age".
/// @source JSON Schema 2020-12; facts of grammars, section 4
base::Result<std::string> gbnfFromJsonSchema(std::string_view schema);

} // namespace cutaway::grammar
