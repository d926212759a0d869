#include "engine/runtime/model_description.h"

namespace cutaway::runtime {

base::Result<std::shared_ptr<const ModelDescription>> ModelDescription::open(const std::string& path, std::span<const formats::MetadataOverride> overrides)
{
    CUTAWAY_TRY(auto file, formats::openModelFile(path, overrides));
    return from(std::move(file));
}

base::Result<std::shared_ptr<const ModelDescription>> ModelDescription::from(std::shared_ptr<const formats::ModelFile> file)
{
    auto description = std::make_shared<ModelDescription>(std::move(file));
    const formats::Metadata& metadata = description->file().metadata;
    CUTAWAY_TRY(description->m_spec, model::findArchitecture(metadata));
    CUTAWAY_TRY(description->m_hparams, description->m_spec->readHparams(metadata));
    CUTAWAY_TRY(description->m_weights, description->m_spec->bindTensors(description->m_table, description->m_hparams));
    return std::shared_ptr<const ModelDescription>(std::move(description));
}

std::vector<backend::WeightSource> ModelDescription::sources() const
{
    std::vector<backend::WeightSource> result;
    for (const model::WeightSlot& slot : m_table.slots())
        result.push_back({ slot.name, slot.operand, file().data(*slot.entry) + slot.offsetBytes, slot.layer, slot.matrix });
    return result;
}

base::Result<graph::Graph> ModelDescription::buildGraph(graph::StepShape shape) const
{
    graph::Builder builder(shape, std::int32_t(m_hparams.nLayer));
    m_spec->buildGraph(builder, m_hparams, *m_weights);
    return builder.finish();
}

cache::KvShape ModelDescription::kvShape(std::int64_t positions, kernels::DType type) const
{
    cache::KvShape shape { .positions = positions, .type = type };
    for (const std::int64_t heads : m_hparams.nHeadKv)
        shape.layers.push_back({ std::int32_t(heads), std::int32_t(m_hparams.headDimK) });
    return shape;
}

void ModelDescription::releaseSource(std::size_t weight) const
{
    const model::WeightSlot& slot = m_table.slots()[weight];
    const std::uint64_t size = kernels::rowBytes(slot.operand.type, std::uint64_t(slot.operand.shape.count()));
    file().sources[slot.entry->source]->release(slot.entry->offset + slot.offsetBytes, size);
}

std::uint64_t ModelDescription::parameters() const
{
    std::uint64_t sum = 0;
    for (const formats::TensorEntry& tensor : file().tensors)
        sum += std::uint64_t(tensor::Shape::from(tensor.shape).count());
    return sum;
}

} // namespace cutaway::runtime
