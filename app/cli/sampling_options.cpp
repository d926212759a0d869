#include "app/cli/sampling_options.h"

#include "engine/sampling/sampling_params.h"

#include <chrono>
#include <charconv>

namespace cutaway::cli {

std::vector<OptionSpec> samplingOptions()
{
    std::vector<OptionSpec> options {
        { "--predict", "-n", "N", "tokens to generate at most; default: until the model ends" },
        { "--seed", "-s", "S", "seed of the random numbers; default: from the clock" },
        { "--samplers", "", "LIST", "samplers in order, separated by ;" },
        { "--logit-bias", "", "ID=B", "adds B to the logit of a token; repeatable" },
        { "--stop", "", "S", "ends the answer before this text; repeatable" },
    };
    for (const base::ParamSpec& parameter : sampling::parameters())
        options.push_back({ parameter.option, "", "N", parameter.help });
    return options;
}

static base::Result<std::uint64_t> readSeed(const Arguments& arguments)
{
    const auto text = arguments.text("--seed");
    if (!text)
        return std::uint64_t(std::chrono::system_clock::now().time_since_epoch().count());
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), seed);
    if (error != std::errc() || end != text->data() + text->size())
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The seed '" + *text + "' is not a whole number from 0 on." };
    return seed;
}

base::Status readSampling(const Arguments& arguments, runtime::GenerateRequest& request)
{
    for (const base::ParamSpec& parameter : sampling::parameters()) {
        if (const auto value = arguments.text(parameter.option)) {
            CUTAWAY_TRY_STATUS(request.sampling.setText(parameter.option, *value));
        }
    }
    for (const std::string& bias : arguments.all("--logit-bias")) {
        CUTAWAY_TRY_STATUS(request.sampling.addLogitBias(bias));
    }
    if (const auto order = arguments.text("--samplers")) {
        CUTAWAY_TRY_STATUS(request.sampling.setOrder(*order));
    }
    CUTAWAY_TRY(request.seed, readSeed(arguments));
    CUTAWAY_TRY(const auto count, arguments.integer("--predict", -1));
    request.maxTokens = std::int32_t(std::clamp<std::int64_t>(count, -1, 1 << 30));
    request.stop = arguments.all("--stop");
    return base::ok();
}

const char* stopReasonName(api::StopReason reason)
{
    switch (reason) {
    case api::StopReason::endOfGeneration: return "endOfGeneration";
    case api::StopReason::stopString: return "stopString";
    case api::StopReason::tokenLimit: return "tokenLimit";
    case api::StopReason::contextFull: return "contextFull";
    case api::StopReason::cancelled: return "cancelled";
    }
    return "";
}

base::Result<TextModel> openTextModel(const Invocation& invocation)
{
    TextModel model;
    CUTAWAY_TRY(model.opened, openModel(invocation));
    CUTAWAY_TRY(model.tools, runtime::TextTools::load(model.opened.description->file().metadata));
    CUTAWAY_TRY_STATUS(model.tools->tokenizer().requireVocabulary());
    return model;
}

std::vector<api::ChatMessage> conversation(const Arguments& arguments, const std::string& prompt)
{
    std::vector<api::ChatMessage> messages;
    if (!arguments.has("--chat"))
        return messages;
    if (const auto system = arguments.text("--system"))
        messages.push_back({ api::Role::system, *system });
    messages.push_back({ api::Role::user, prompt });
    return messages;
}

Json timingsJson(const api::Timings& timings)
{
    return { { "load", timings.load }, { "prefill", timings.prefill }, { "decode", timings.decode }, { "firstToken", timings.firstToken },
        { "tokensPerSecond", timings.tokensPerSecond }, { "promptTokens", timings.promptTokens }, { "reusedTokens", timings.reusedTokens },
        { "generatedTokens", timings.generatedTokens } };
}

} // namespace cutaway::cli
