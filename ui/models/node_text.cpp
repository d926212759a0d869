#include "ui/models/node_text.h"

#include "ui/models/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace cutaway::ui {
namespace {

const QString kDot = QStringLiteral(" · ");

QString tr(const char* text, int n = -1) { return QCoreApplication::translate("Profile", text, nullptr, n); }

} // namespace

QString roleName(const api::NodeInfo& node)
{
    QString name = QString::fromStdString(node.name);
    if (node.layer < 0)
        return name;
    const QString layer = QChar(u'.') % QString::number(node.layer) % QChar(u'.');
    const qsizetype at = name.indexOf(layer);
    return at < 0 ? name : name.mid(at + layer.size());
}

QString barLabel(const api::NodeInfo& node)
{
    QStringList words = roleName(node).section(QChar(u'.'), -1).split(QChar(u'_'), Qt::SkipEmptyParts);
    // The family's colour says which part of the block it is.
    if (words.size() > 1 && (words.front() == u"attn" || words.front() == u"ffn"))
        words.removeFirst();
    if (words.size() == 1 && words.front() == u"qkv")
        return QStringLiteral("q k v");
    return words.join(QChar(u' '));
}

QString nodeTitle(const api::NodeInfo& node)
{
    const QString label = barLabel(node);
    return node.layer < 0 ? label : label % kDot % tr("blk %1").arg(node.layer);
}

QString familyName(api::OpFamily family)
{
    switch (family) {
    case api::OpFamily::matmul: return tr("matrix product");
    case api::OpFamily::attention: return tr("attention");
    case api::OpFamily::norm: return tr("norm");
    case api::OpFamily::position: return tr("position, KV write");
    case api::OpFamily::activation: return tr("activation");
    case api::OpFamily::copy: return tr("copy, convert");
    case api::OpFamily::sampling: return tr("sampling");
    case api::OpFamily::wait: return tr("wait");
    }
    return {};
}

std::optional<RoofShare> roofShare(const NodeCost& cost, const Roofs& roofs)
{
    const double memory = roofs.bytesPerSecond > 0 ? cost.bytesPerSecond() / roofs.bytesPerSecond : 0;
    const double compute = roofs.flops > 0 ? cost.flopsPerSecond() / roofs.flops : 0;
    if (memory <= 0 && compute <= 0)
        return std::nullopt;
    return RoofShare { std::max(memory, compute), memory >= compute };
}

QString detailLine(const api::NodeInfo& node, const NodeCost& cost, const Roofs& roofs)
{
    QStringList parts { nodeTitle(node) };
    if (!node.dtype.empty())
        parts << QString::fromStdString(node.dtype);
    if (cost.lanes > 0) {
        parts << formatDuration(cost.elapsedNs());
        if (cost.bytes > 0)
            parts << formatRate(cost.bytesPerSecond());
        if (const auto share = roofShare(cost, roofs)) {
            parts << tr("%1 % of roof").arg(qRound(share->share * 100));
            if (roofs.bytesPerSecond > 0 && roofs.flops > 0)
                parts << (share->memory ? tr("memory bound") : tr("compute bound"));
        }
    }
    if (!node.fallback.empty())
        parts << tr("slow path: %1").arg(QString::fromStdString(node.fallback));
    return parts.join(kDot);
}

QString stepLine(const api::StepRecord& step)
{
    QStringList parts { tr("step %1").arg(formatCount(std::int64_t(step.id))) };
    if (step.kind == api::StepKind::decode)
        parts << tr("decode");
    else
        parts << (step.tokens == 1 ? tr("prefill, 1 token") : tr("prefill, %n tokens", step.tokens));
    parts << formatDuration(step.endNs - step.startNs);
    return parts.join(kDot);
}

} // namespace cutaway::ui
