#include "engine/formats/gguf_writer.h"

#include "engine/base/text.h"
#include "engine/formats/gguf_metadata.h"
#include "engine/formats/gguf_tensors.h"

#include <ranges>
#include <type_traits>

namespace cutaway::formats {
namespace {

constexpr std::uint32_t kVersion = 3;

/// Bytes as GGUF has them.
class Bytes {
public:
    template <class T> void number(T value) { m_bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); }
    void text(std::string_view text)
    {
        number(std::uint64_t(text.size()));
        m_bytes += text;
    }
    void raw(std::string_view bytes) { m_bytes += bytes; }
    void padTo(std::uint64_t alignment) { m_bytes.resize(roundUp(m_bytes.size(), alignment), '\0'); }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// One value of a scalar type. @return false when the held value is not of that class
template <class Held> bool putScalar(Bytes& out, GgufType type, const Held& value)
{
    constexpr bool isNumber = std::is_arithmetic_v<Held>;
    if constexpr (std::is_same_v<Held, std::string>) {
        if (type == GgufType::text)
            out.text(value);
        return type == GgufType::text;
    } else if constexpr (isNumber) {
        switch (type) {
        case GgufType::u8: return out.number(std::uint8_t(value)), true;
        case GgufType::i8: return out.number(std::int8_t(value)), true;
        case GgufType::u16: return out.number(std::uint16_t(value)), true;
        case GgufType::i16: return out.number(std::int16_t(value)), true;
        case GgufType::u32: return out.number(std::uint32_t(value)), true;
        case GgufType::i32: return out.number(std::int32_t(value)), true;
        case GgufType::f32: return out.number(float(value)), true;
        case GgufType::boolean: return out.number(std::uint8_t(value != Held {})), true;
        case GgufType::u64: return out.number(std::uint64_t(value)), true;
        case GgufType::i64: return out.number(std::int64_t(value)), true;
        case GgufType::f64: return out.number(double(value)), true;
        case GgufType::text:
        case GgufType::array: break;
        }
    }
    return false;
}

bool putArray(Bytes& out, const MetaValue& value);

template <class T> bool putElements(Bytes& out, GgufType type, const std::vector<T>& items)
{
    out.number(std::uint32_t(type));
    out.number(std::uint64_t(items.size()));
    for (const auto& item : items) {
        if constexpr (std::is_same_v<T, MetaValue>) {
            if (type != GgufType::array || !putArray(out, item))
                return false;
        } else if (!putScalar(out, type, T(item))) {
            return false;
        }
    }
    return true;
}

/// What holds no elements is no array.
template <class T> bool putElements(Bytes&, GgufType, const T&) { return false; }

bool putArray(Bytes& out, const MetaValue& value)
{
    const auto type = ggufElementType(value.typeName);
    return type && std::visit([&](const auto& held) { return putElements(out, *type, held); }, value.value);
}

bool putValue(Bytes& out, const MetaValue& value)
{
    if (isArray(value)) {
        out.number(std::uint32_t(GgufType::array));
        return putArray(out, value);
    }
    const auto type = findGgufType(value.typeName);
    if (!type)
        return false;
    out.number(std::uint32_t(*type));
    return std::visit([&](const auto& held) { return putScalar(out, *type, held); }, value.value);
}

base::Error cannotWrite(const std::string& what) { return { .code = base::ErrorCode::invalidArgument, .message = "A GGUF file cannot hold " + what + "." }; }

base::Status checkTensor(const GgufTensor& tensor)
{
    if (tensor.name.empty() || tensor.name.size() > kMaxTensorNameBytes)
        return cannotWrite("the tensor name " + base::quoted(tensor.name) + " of " + std::to_string(tensor.name.size()) + " bytes: from 1 to "
            + std::to_string(kMaxTensorNameBytes) + " are allowed");
    if (tensor.shape.empty() || tensor.shape.size() > kMaxTensorDims)
        return cannotWrite("the " + std::to_string(tensor.shape.size()) + " dimensions of tensor " + base::quoted(tensor.name) + ": from 1 to "
            + std::to_string(kMaxTensorDims) + " are allowed");
    return base::ok();
}

std::uint64_t alignmentOf(const Metadata& metadata)
{
    const auto alignment = metadata.integerOr(kAlignmentKey, std::int64_t(kDefaultAlignment));
    return alignment && *alignment > 0 ? std::uint64_t(*alignment) : kDefaultAlignment;
}

/// Everything before the data section.
base::Result<std::string> headerBytes(const Metadata& metadata, const std::vector<GgufTensor>& tensors)
{
    Bytes out;
    out.raw("GGUF");
    out.number(kVersion);
    out.number(std::uint64_t(tensors.size()));
    out.number(std::uint64_t(metadata.entries().size()));
    for (const auto& [key, value] : metadata.entries()) {
        out.text(key);
        if (!putValue(out, value))
            return cannotWrite("the value of key " + base::quoted(key) + ", which has the type " + value.typeName);
    }
    const std::uint64_t alignment = alignmentOf(metadata);
    std::uint64_t offset = 0;
    for (const GgufTensor& tensor : tensors) {
        CUTAWAY_TRY_STATUS(checkTensor(tensor));
        out.text(tensor.name);
        out.number(std::uint32_t(tensor.shape.size()));
        for (const std::int64_t extent : tensor.shape | std::views::reverse)
            out.number(std::uint64_t(extent));
        out.number(std::uint32_t(tensor.type));
        out.number(offset);
        offset += roundUp(tensor.sizeBytes(), alignment);
    }
    if (!tensors.empty())
        out.padTo(alignment);
    return out.bytes();
}

} // namespace

std::uint64_t GgufTensor::sizeBytes() const
{
    std::uint64_t elems = 1;
    for (const std::int64_t extent : shape)
        elems *= std::uint64_t(extent);
    return kernels::rowBytes(type, elems);
}

GgufWriter::GgufWriter(io::AtomicFile file, std::vector<GgufTensor> tensors, std::uint64_t alignment)
    : m_file(std::move(file))
    , m_tensors(std::move(tensors))
    , m_alignment(alignment)
{
}

base::Result<GgufWriter> GgufWriter::create(const std::string& path, const Metadata& metadata, std::vector<GgufTensor> tensors)
{
    CUTAWAY_TRY(const std::string header, headerBytes(metadata, tensors));
    CUTAWAY_TRY(io::AtomicFile file, io::AtomicFile::create(path));
    CUTAWAY_TRY_STATUS(file.write(header));
    return GgufWriter(std::move(file), std::move(tensors), alignmentOf(metadata));
}

base::Result<std::uint64_t> GgufWriter::plannedBytes(const Metadata& metadata, const std::vector<GgufTensor>& tensors)
{
    CUTAWAY_TRY(const std::string header, headerBytes(metadata, tensors));
    std::uint64_t total = header.size();
    for (const GgufTensor& tensor : tensors)
        total += roundUp(tensor.sizeBytes(), alignmentOf(metadata));
    return total;
}

base::Status GgufWriter::pad()
{
    const std::uint64_t size = m_file.sizeBytes();
    return m_file.write(std::string(roundUp(size, m_alignment) - size, '\0'));
}

base::Status GgufWriter::write(std::span<const std::byte> bytes)
{
    CUTAWAY_CHECK(m_current < m_tensors.size() && bytes.size() <= m_tensors[m_current].sizeBytes() - m_written);
    CUTAWAY_TRY_STATUS(m_file.write(bytes));
    m_written += bytes.size();
    if (m_written < m_tensors[m_current].sizeBytes())
        return base::ok();
    ++m_current;
    m_written = 0;
    return pad();
}

base::Status GgufWriter::finish()
{
    CUTAWAY_CHECK(m_current == m_tensors.size());
    return m_file.finish();
}

} // namespace cutaway::formats
