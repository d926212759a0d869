#include "engine/quantize/quantize_model.h"

#include "engine/base/text.h"
#include "engine/base/thread_pool.h"
#include "engine/formats/gguf_writer.h"
#include "engine/quantize/quantize_plan.h"
#include "kernels/types/dequant.h"
#include "kernels/types/quantize.h"

#include <cmath>
#include <filesystem>

namespace cutaway::quantize {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::int64_t kPieceElems = 1 << 20; // a piece is small enough to stop soon after a request, large enough for every thread
constexpr std::uint64_t kQuantisationVersion = 2;

/// What one row adds to the error.
struct RowError {
    double squares = 0, error = 0;
    bool finite = true;
};

void measure(const float* values, const float* back, std::int64_t n, RowError& row)
{
    for (std::int64_t i = 0; i < n; ++i) {
        const double difference = double(back[i]) - values[i];
        row.squares += double(values[i]) * values[i];
        row.error += difference * difference;
    }
}

bool allFinite(const std::vector<float>& values)
{
    for (const float value : values) {
        if (!std::isfinite(value))
            return false;
    }
    return true;
}

/// Brings one tensor to its new type, piece by piece.
class TensorJob {
public:
    TensorJob(const formats::ModelFile& file, const PlannedTensor& planned, base::ThreadPool& pool)
        : m_planned(planned)
        , m_source(file.data(*planned.entry))
        , m_pool(pool)
        , m_columns(planned.entry->shape.back())
        , m_rows(rowCount(*planned.entry))
        , m_rowsOfMatrix(m_rows / matrixCount(*planned.entry))
        , m_rowBytesIn(kernels::rowBytes(planned.entry->type, std::uint64_t(m_columns)))
        , m_rowBytesOut(kernels::rowBytes(planned.type, std::uint64_t(m_columns)))
    {
    }

    std::int64_t rows() const { return m_rows; }
    std::int64_t rowsOfPiece() const { return std::max<std::int64_t>(1, kPieceElems / m_columns); }
    std::uint64_t rowBytesIn() const { return m_rowBytesIn; }

    /// Rows [begin, end). @return their bytes, valid until the next call
    base::Result<std::span<const std::byte>> piece(std::int64_t begin, std::int64_t end, const base::CancelToken& cancel)
    {
        const std::byte* source = m_source + m_rowBytesIn * std::uint64_t(begin);
        if (m_planned.type == m_planned.entry->type)
            return std::span(source, m_rowBytesIn * std::uint64_t(end - begin));
        m_out.resize(m_rowBytesOut * std::uint64_t(end - begin));
        m_errors.assign(std::size_t(end - begin), {});
        m_pool.run([&](int worker) {
            const std::int64_t count = end - begin;
            convert(begin, begin + count * worker / m_pool.threads(), begin + count * (worker + 1) / m_pool.threads(), cancel);
        });
        for (const RowError& row : m_errors) { // in row order, whatever the threads did
            if (!row.finite)
                return Error { .code = ErrorCode::corruptFile,
                    .message = "Tensor " + base::quoted(m_planned.entry->name) + " holds values that are not finite, which type "
                        + std::string(kernels::dtypeInfo(m_planned.type).name) + " cannot hold.",
                    .subject = m_planned.entry->name };
            m_squares += row.squares;
            m_error += row.error;
        }
        return std::span<const std::byte>(m_out);
    }

    QuantizedTensor result() const
    {
        const double n = double(m_rows) * double(m_columns);
        return { m_planned.entry->name, m_planned.entry->type, m_planned.type, m_planned.entry->sizeBytes, m_rowBytesOut * std::uint64_t(m_rows), std::sqrt(m_error / n),
            m_squares > 0 ? std::sqrt(m_error / m_squares) : 0 };
    }

private:
    void convert(std::int64_t pieceBegin, std::int64_t begin, std::int64_t end, const base::CancelToken& cancel)
    {
        std::vector<float> values(static_cast<std::size_t>(m_columns)), back(values.size());
        const kernels::Quantizer quantize = kernels::quantizer(m_planned.type);
        const bool mustBeFinite = kernels::dtypeInfo(m_planned.type).quantised;
        for (std::int64_t row = begin; row < end && !cancel.cancelled(); ++row) {
            RowError& error = m_errors[std::size_t(row - pieceBegin)];
            std::byte* out = m_out.data() + m_rowBytesOut * std::uint64_t(row - pieceBegin);
            kernels::dequantizeRow(m_planned.entry->type, m_source + m_rowBytesIn * std::uint64_t(row), m_columns, values.data());
            error.finite = !mustBeFinite || allFinite(values);
            if (!error.finite)
                return;
            const float* importance = m_planned.importance.empty() ? nullptr : m_planned.importance.data() + row / m_rowsOfMatrix * m_columns;
            quantize({ values.data(), m_columns, importance, out });
            kernels::dequantizeRow(m_planned.type, out, m_columns, back.data());
            measure(values.data(), back.data(), m_columns, error);
        }
    }

    const PlannedTensor& m_planned;
    const std::byte* m_source;
    base::ThreadPool& m_pool;
    std::int64_t m_columns, m_rows, m_rowsOfMatrix;
    std::uint64_t m_rowBytesIn, m_rowBytesOut;
    std::vector<std::byte> m_out;
    std::vector<RowError> m_errors; ///< of the rows of a piece
    double m_squares = 0, m_error = 0;
};

formats::Metadata writtenMetadata(const formats::ModelFile& file, const QuantizeOptions& options)
{
    formats::Metadata metadata = file.metadata;
    for (const char* key : { "split.no", "split.count", "split.tensors.count", "general.alignment" })
        metadata.remove(key);
    if (options.mix) {
        metadata.set("general.file_type", { std::uint64_t(options.mix->mix), "u32" });
        metadata.set("general.quantization_version", { kQuantisationVersion, "u32" });
    }
    if (options.importance) {
        const ImportanceData& data = *options.importance;
        metadata.set("quantize.imatrix.file", { options.importanceFile, "str" });
        if (!data.datasets.empty())
            metadata.set("quantize.imatrix.dataset", { data.datasets.front(), "str" });
        metadata.set("quantize.imatrix.entries_count", { std::uint64_t(data.entries.size()), "u32" });
        metadata.set("quantize.imatrix.chunks_count", { std::uint64_t(data.chunkCount), "u32" });
    }
    return metadata;
}

base::Status checkRoom(const std::string& path, std::uint64_t wanted)
{
    CUTAWAY_TRY(const std::uint64_t room, io::freeDiskBytes(path));
    if (wanted <= room)
        return base::ok();
    return Error { .code = ErrorCode::invalidArgument,
        .message = "The file " + base::quoted(path, 512) + " will take " + base::formatBytes(wanted) + "; on its disk " + base::formatBytes(room) + " are free.",
        .subject = path,
        .action = "Free some room or choose another disk." };
}

Error stopped() { return { .code = ErrorCode::cancelled, .message = "Quantisation was stopped; nothing was written." }; }

} // namespace

base::Result<QuantizeReport> quantizeModel(const formats::ModelFile& file, const std::string& path, const QuantizeOptions& options,
    const QuantizeProgress& progress, const base::CancelToken& cancel)
{
    CUTAWAY_TRY(const auto plan, planQuantisation(file, options));
    std::vector<formats::GgufTensor> tensors;
    std::uint64_t total = 0;
    for (const PlannedTensor& planned : plan) {
        tensors.push_back({ planned.entry->name, planned.type, planned.entry->shape });
        total += planned.entry->sizeBytes;
    }
    const formats::Metadata metadata = writtenMetadata(file, options);
    QuantizeReport report { .tensors = {}, .bytesBefore = file.sizeBytes, .bytesAfter = 0 };
    CUTAWAY_TRY(report.bytesAfter, formats::GgufWriter::plannedBytes(metadata, tensors));
    CUTAWAY_TRY_STATUS(checkRoom(path, report.bytesAfter));
    CUTAWAY_TRY(auto writer, formats::GgufWriter::create(path, metadata, std::move(tensors)));
    base::ThreadPool pool(options.threads > 0 ? options.threads : base::physicalCores());
    std::uint64_t done = 0;
    for (const PlannedTensor& planned : plan) {
        const io::ByteSource& source = *file.sources[planned.entry->source];
        TensorJob job(file, planned, pool);
        for (std::int64_t begin = 0; begin < job.rows(); begin += job.rowsOfPiece()) {
            const std::int64_t end = std::min(job.rows(), begin + job.rowsOfPiece());
            progress(done, total, planned.entry->name);
            CUTAWAY_TRY(const auto bytes, job.piece(begin, end, cancel));
            if (cancel.cancelled())
                return stopped();
            CUTAWAY_TRY_STATUS(file.intact());
            CUTAWAY_TRY_STATUS(writer.write(bytes));
            const std::uint64_t read = job.rowBytesIn() * std::uint64_t(end - begin);
            source.release(planned.entry->offset + job.rowBytesIn() * std::uint64_t(begin), read);
            done += read;
        }
        source.discard();
        report.tensors.push_back(job.result());
    }
    CUTAWAY_TRY_STATUS(writer.finish());
    progress(total, total, "");
    return report;
}

} // namespace cutaway::quantize
