#include "engine/formats/model_file.h"

namespace cutaway::formats {

void ModelFile::buildIndex()
{
    m_index.clear();
    for (std::size_t i = 0; i < tensors.size(); ++i)
        m_index.emplace(tensors[i].name, i);
}

const TensorEntry* ModelFile::find(std::string_view name) const
{
    const auto it = m_index.find(std::string(name));
    return it == m_index.end() ? nullptr : &tensors[it->second];
}

const std::byte* ModelFile::data(const TensorEntry& entry) const { return sources[entry.source]->bytes().data() + entry.offset; }

} // namespace cutaway::formats
