#pragma once
#include "engine/backend/backend.h"
#include "engine/cache/kv_cache.h"
#include "engine/model/architecture.h"

#include <memory>
#include <string>
#include <vector>

namespace cutaway::runtime {

/// A model file understood, no weight read yet: enough to plan memory exactly, and to load.
class ModelDescription {
public:
    /// Errors: those of opening a file, of unknown architectures, of missing keys and tensors.
    static base::Result<std::shared_ptr<const ModelDescription>> open(const std::string& path, std::span<const formats::MetadataOverride> overrides = {});
    /// The same for a file that is open already.
    static base::Result<std::shared_ptr<const ModelDescription>> from(std::shared_ptr<const formats::ModelFile> file);

    const formats::ModelFile& file() const { return m_table.file(); }
    const model::ArchitectureSpec& architecture() const { return *m_spec; }
    const model::Hparams& hparams() const { return m_hparams; }
    /// What backends load, in the order of the weight table.
    std::vector<backend::WeightSource> sources() const;
    base::Result<graph::Graph> buildGraph(graph::StepShape shape) const;
    cache::KvShape kvShape(std::int64_t positions, kernels::DType type) const;
    /// Tells the system that a weight's file pages are not needed any more.
    void releaseSource(std::size_t weight) const;
    std::uint64_t parameters() const;

    explicit ModelDescription(std::shared_ptr<const formats::ModelFile> file) : m_table(std::move(file)) { }

private:
    const model::ArchitectureSpec* m_spec = nullptr;
    model::Hparams m_hparams;
    model::WeightTable m_table;
    model::WeightsPtr m_weights;
};

} // namespace cutaway::runtime
