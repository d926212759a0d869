#pragma once
#include "engine/base/result.h"
#include "engine/formats/metadata.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cutaway::model {

enum class RopeScaling { none, linear, yarn, longrope };

/// The numbers that shape a model, as its file states them. Sizes count elements.
struct Hparams {
    std::string architecture;
    std::int64_t nLayer = 0, nEmbd = 0, nCtxTrain = 0, nVocab = 0;
    std::vector<std::int64_t> nHead, nHeadKv, nFf; ///< per layer
    std::int64_t headDimK = 0, headDimV = 0, nRot = 0;
    float normEps = 0;
    float ropeBase = 10000, ropeBaseSwa = 10000;
    RopeScaling ropeScaling = RopeScaling::none;
    float ropeScalingFactor = 0, ropeAttnFactor = 1;
    std::int64_t ropeContextOriginal = 0;
    std::int64_t window = 0, windowPattern = 0;
    float finalSoftcap = 0;

    /// 1 / factor, or 1 without scaling.
    float ropeFreqScale() const;
};

/// One hyperparameter: what reader, writer, inspector and documentation share.
struct HparamField {
    std::string_view key;   ///< after "<architecture>."
    std::variant<std::int64_t Hparams::*, float Hparams::*, std::vector<std::int64_t> Hparams::*> member;
    bool required;
    std::string_view unit;
    std::string_view help;
};
std::span<const HparamField> hparamFields();

/// Reads the table and checks what every decoder needs: sizes positive and within limits, heads that divide, an even rotation.
/// Errors: notFound or corruptFile, naming key and value.
base::Result<Hparams> readCommonHparams(const formats::Metadata& metadata);

} // namespace cutaway::model
