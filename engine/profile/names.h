#pragma once
#include "engine/api/profile.h"

#include <string_view>

/// How captures, traces and tables spell the enumerators of a profile. Stored in files: never renamed.
namespace cutaway::profile {

constexpr std::string_view name(api::StepKind kind)
{
    switch (kind) {
    case api::StepKind::prefill: return "prefill";
    case api::StepKind::decode: return "decode";
    }
    return {};
}

constexpr std::string_view name(api::EventKind kind)
{
    switch (kind) {
    case api::EventKind::node: return "node";
    case api::EventKind::wait: return "wait";
    case api::EventKind::sample: return "sample";
    case api::EventKind::tokenText: return "tokenText";
    }
    return {};
}

constexpr std::string_view name(api::OpFamily family)
{
    switch (family) {
    case api::OpFamily::matmul: return "matmul";
    case api::OpFamily::attention: return "attention";
    case api::OpFamily::norm: return "norm";
    case api::OpFamily::position: return "position";
    case api::OpFamily::activation: return "activation";
    case api::OpFamily::copy: return "copy";
    case api::OpFamily::sampling: return "sampling";
    case api::OpFamily::wait: return "wait";
    }
    return {};
}

} // namespace cutaway::profile
