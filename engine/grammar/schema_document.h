#pragma once
#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace cutaway::grammar {

/// Keys keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// Errors (invalidArgument): no JSON, with line and column; above 1 MiB.
base::Result<Json> parseSchemaText(std::string_view text);
/// "The JSON Schema at #/items: <what>."
base::Error schemaError(const std::string& path, const std::string& what, base::ErrorCode code = base::ErrorCode::invalidArgument);
/// What "#/$defs/name" stands for. Errors (invalidArgument, unsupported): nothing is there; a reference to another document.
base::Result<const Json*> resolveReference(const Json& document, const std::string& reference, const std::string& path);
/// One schema for all parts of an allOf with what stands beside it. Errors: keywords that cannot be joined.
base::Result<Json> mergeAllOf(const Json& document, const Json& schema, const std::string& path);
/// Says nothing about which values are valid: "title", "description", "$defs".
bool isAnnotation(const std::string& keyword);

} // namespace cutaway::grammar
