#include "app/cli/output.h"
#include "engine/chat/chat_template.h"
#include "engine/model/architecture.h"
#include "engine/ops/op.h"
#include "engine/profile/names.h"
#include "engine/quantize/mix.h"
#include "engine/sampling/sampler.h"
#include "engine/service/handlers.h"
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_spec.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options() { return {}; }

base::Result<Json> architectures()
{
    Json rows = Json::array();
    for (const model::ArchitectureSpec* spec : model::architectures())
        rows.push_back({ { "name", spec->name }, { "help", spec->help } });
    return rows;
}

base::Result<Json> ops()
{
    Json rows = Json::array();
    for (const ops::OpSpec* spec : ops::ops())
        rows.push_back({ { "name", spec->name }, { "family", profile::name(spec->family) }, { "cases", spec->cases().size() }, { "help", spec->help } });
    return rows;
}

base::Result<Json> types()
{
    Json rows = Json::array();
    for (const kernels::DTypeInfo& info : kernels::dtypes()) {
        rows.push_back({ { "name", info.name }, { "number", std::uint32_t(info.type) }, { "blockElements", info.blockElems }, { "blockBytes", info.blockBytes },
            { "bitsPerWeight", 8.0 * info.blockBytes / info.blockElems }, { "quantised", info.quantised } });
    }
    return rows;
}

Json parameterJson(const base::ParamSpec& parameter)
{
    return { { "option", parameter.option }, { "minimum", parameter.minimum }, { "maximum", parameter.maximum }, { "default", parameter.defaultValue }, { "unit", parameter.unit },
        { "help", parameter.help } };
}

base::Result<Json> samplers()
{
    Json rows = Json::array();
    for (const sampling::SamplerSpec* spec : sampling::samplers()) {
        Json parameters = Json::array();
        for (const base::ParamSpec& parameter : spec->params)
            parameters.push_back(parameterJson(parameter));
        rows.push_back({ { "name", spec->name }, { "help", spec->help }, { "parameters", std::move(parameters) } });
    }
    return rows;
}

base::Result<Json> tokenizers()
{
    Json rows = Json::array();
    for (const tokenizer::TokenizerSpec* spec : tokenizer::tokenizerKinds())
        rows.push_back({ { "kind", "tokenizer" }, { "name", spec->name }, { "key", spec->model } });
    for (const tokenizer::PreTokenizer& row : tokenizer::preTokenizers())
        rows.push_back({ { "kind", "pre-tokenizer" }, { "name", row.name }, { "key", row.name } });
    return rows;
}

base::Result<Json> templates() { return Json::array({ { { "name", "chatml" }, { "source", chat::chatMlSource() } } }); }

base::Result<Json> devices()
{
    service::EngineState state;
    CUTAWAY_TRY(const api::Answer answer, service::handle({ state, {}, {} }, api::ListDevices {}));
    Json rows = Json::array();
    for (const api::DeviceInfo& device : std::get<api::DeviceList>(answer).devices) {
        rows.push_back({ { "name", device.name }, { "memoryTotal", device.memoryTotal }, { "memoryFree", device.memoryFree }, { "description", device.description } });
    }
    return rows;
}

base::Result<Json> views()
{
    return base::Error { .code = base::ErrorCode::unsupported, .message = "Views belong to the workbench, which this program does without.", .subject = "views",
        .action = "See cutaway --help." };
}

base::Result<Json> mixes()
{
    Json rows = Json::array();
    for (const quantize::MixSpec& spec : quantize::mixes())
        rows.push_back({ { "name", spec.name }, { "alias", spec.alias }, { "fileType", int(spec.mix) }, { "type", kernels::dtypeInfo(spec.type).name } });
    return rows;
}

struct Topic {
    std::string_view name;
    base::Result<Json> (*rows)();
};
constexpr std::array kTopics { Topic { "architectures", architectures }, Topic { "ops", ops }, Topic { "types", types }, Topic { "mixes", mixes }, Topic { "samplers", samplers },
    Topic { "tokenizers", tokenizers }, Topic { "templates", templates }, Topic { "devices", devices }, Topic { "views", views } };

std::string cell(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    if (!value.is_array())
        return value.dump();
    std::string text;
    for (const Json& parameter : value)
        text += (text.empty() ? "" : " ") + parameter["option"].get<std::string>();
    return text;
}

void printRows(const Json& rows)
{
    if (rows.empty())
        return;
    std::vector<std::string> columns;
    for (const auto& [key, value] : rows.front().items())
        columns.push_back(key);
    std::vector<std::size_t> widths;
    for (const std::string& column : columns) {
        std::size_t width = column.size();
        for (const Json& row : rows)
            width = std::max(width, cell(row[column]).size());
        widths.push_back(width);
    }
    for (std::size_t i = 0; i < columns.size(); ++i)
        std::printf("%-*s%s", i + 1 < columns.size() ? int(widths[i]) : 0, columns[i].c_str(), i + 1 < columns.size() ? "  " : "\n");
    for (const Json& row : rows) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            std::printf("%-*s%s", i + 1 < columns.size() ? int(widths[i]) : 0, cell(row[columns[i]]).c_str(), i + 1 < columns.size() ? "  " : "\n");
    }
}

base::Status run(const Invocation& invocation)
{
    const auto& words = invocation.arguments.positional();
    const auto topic = std::ranges::find_if(kTopics, [&](const Topic& candidate) { return words.size() == 1 && candidate.name == words[0]; });
    if (topic == kTopics.end()) {
        std::string known;
        for (const Topic& candidate : kTopics)
            known += (known.empty() ? "" : ", ") + std::string(candidate.name);
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "What should be described? One of " + known + "." };
    }
    CUTAWAY_TRY(Json rows, topic->rows());
    if (invocation.json)
        printJson(Json { { std::string(topic->name), std::move(rows) } });
    else
        printRows(rows);
    return base::ok();
}

} // namespace

extern const CommandSpec describe;
constexpr CommandSpec describe { "describe", "architectures|ops|types|mixes|samplers|tokenizers|templates|devices|views", "what this build knows; --json: an array named as the topic",
    options, run };

} // namespace cutaway::cli
