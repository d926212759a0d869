#include "ui/models/node_text.h"

#include "ui/models/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace cutaway::ui {
namespace {

const QString kDot = QStringLiteral(" · ");

struct Profile {
    Q_DECLARE_TR_FUNCTIONS(Profile)
};

} // namespace

QString laneName(const QString& name)
{
    const qsizetype space = name.lastIndexOf(QChar(u' '));
    const QString word = space < 0 ? name : name.left(space);
    return QCoreApplication::translate("ProfileLanes", word.toUtf8().constData()) % name.mid(word.size());
}

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
    return node.layer < 0 ? label : label % kDot % Profile::tr("blk %1").arg(node.layer);
}

QString familyName(api::OpFamily family)
{
    switch (family) {
    case api::OpFamily::matmul: return Profile::tr("matrix product");
    case api::OpFamily::attention: return Profile::tr("attention");
    case api::OpFamily::norm: return Profile::tr("norm");
    case api::OpFamily::position: return Profile::tr("position, KV write");
    case api::OpFamily::activation: return Profile::tr("activation");
    case api::OpFamily::copy: return Profile::tr("copy, convert");
    case api::OpFamily::sampling: return Profile::tr("sampling");
    case api::OpFamily::wait: return Profile::tr("wait");
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
            parts << Profile::tr("%1 % of roof").arg(qRound(share->share * 100));
            if (roofs.bytesPerSecond > 0 && roofs.flops > 0)
                parts << (share->memory ? Profile::tr("memory bound") : Profile::tr("compute bound"));
        }
    }
    if (!node.fallback.empty())
        parts << Profile::tr("slow path: %1").arg(QString::fromStdString(node.fallback));
    return parts.join(kDot);
}

QString stepLine(const api::StepRecord& step)
{
    QStringList parts { Profile::tr("step %1").arg(formatCount(std::int64_t(step.id))) };
    if (step.kind == api::StepKind::decode)
        parts << Profile::tr("decode");
    else
        parts << (step.tokens == 1 ? Profile::tr("prefill, 1 token") : Profile::tr("prefill, %n tokens", nullptr, step.tokens));
    parts << formatDuration(step.endNs - step.startNs);
    return parts.join(kDot);
}

} // namespace cutaway::ui
