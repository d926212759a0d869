#include "ui/models/model_list_model.h"

#include "ui/models/format.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace cutaway::ui {
namespace {

QString nameOf(const api::ModelCard& card)
{
    return card.fileName.empty() ? QFileInfo(QString::fromStdString(card.path)).fileName() : QString::fromStdString(card.fileName);
}

bool before(const api::ModelCard& a, const api::ModelCard& b)
{
    const int byName = nameOf(a).compare(nameOf(b), Qt::CaseInsensitive);
    return byName != 0 ? byName < 0 : a.path < b.path;
}

} // namespace

ModelListModel::ModelListModel(QObject* parent)
    : QAbstractListModel(parent)
{
}

void ModelListModel::put(const api::ModelCard& card)
{
    const int row = rowOf(QString::fromStdString(card.path));
    if (row >= 0 && !before(m_cards[std::size_t(row)], card) && !before(card, m_cards[std::size_t(row)])) {
        m_cards[std::size_t(row)] = card;
        emit dataChanged(index(row), index(row));
        return;
    }
    remove(QString::fromStdString(card.path));
    const auto place = std::upper_bound(m_cards.begin(), m_cards.end(), card, before);
    const int newRow = int(place - m_cards.begin());
    beginInsertRows({}, newRow, newRow);
    m_cards.insert(place, card);
    endInsertRows();
}

void ModelListModel::remove(const QString& path)
{
    const int row = rowOf(path);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_cards.erase(m_cards.begin() + row);
    endRemoveRows();
}

void ModelListModel::retain(const std::vector<std::string>& paths)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        const std::string path = at(row).path;
        if (std::find(paths.begin(), paths.end(), path) == paths.end())
            remove(QString::fromStdString(path));
    }
}

void ModelListModel::setLoaded(const QString& path)
{
    const QString old = std::exchange(m_loaded, path);
    for (const QString& changed : { old, path }) {
        if (const int row = rowOf(changed); row >= 0)
            emit dataChanged(index(row), index(row));
    }
}

const api::ModelCard* ModelListModel::find(const QString& path) const
{
    const int row = rowOf(path);
    return row < 0 ? nullptr : &m_cards[std::size_t(row)];
}

int ModelListModel::rowOf(const QString& path) const
{
    const std::string wanted = path.toStdString();
    const auto found = std::find_if(m_cards.begin(), m_cards.end(), [&](const api::ModelCard& card) { return card.path == wanted; });
    return found == m_cards.end() ? -1 : int(found - m_cards.begin());
}

QString ModelListModel::detail(const api::ModelCard& card)
{
    QStringList parts;
    for (const std::string& part : { card.architecture, card.parameters ? formatParameters(card.parameters).toStdString() : std::string(), card.type }) {
        if (!part.empty())
            parts.append(QString::fromStdString(part));
    }
    parts.append(formatBytes(card.sizeBytes));
    return parts.join(QStringLiteral(" · "));
}

QString ModelListModel::fitText(api::Fit fit)
{
    switch (fit) {
    case api::Fit::fits: return tr("Fits into memory");
    case api::Fit::tight: return tr("Fits, but memory is tight");
    case api::Fit::tooLarge: return tr("Does not fit into memory");
    case api::Fit::unknown: return tr("Cannot be loaded by this version");
    }
    return {};
}

QString ModelListModel::toolTip(const api::ModelCard& card) const
{
    QStringList lines;
    if (!card.generalName.empty())
        lines.append(QString::fromStdString(card.generalName));
    lines.append(QString::fromStdString(card.path));
    lines.append(card.problem.empty() ? fitText(card.fit) : QString::fromStdString(card.problem));
    if (card.contextTrained > 0)
        lines.append(tr("Trained for %1 tokens of context").arg(formatCount(card.contextTrained)));
    return lines.join(QLatin1Char('\n'));
}

int ModelListModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_cards.size()); }

QVariant ModelListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const api::ModelCard& card = at(index.row());
    switch (role) {
    case Qt::DisplayRole: return nameOf(card);
    case Qt::ToolTipRole: return toolTip(card);
    case Qt::AccessibleTextRole: return QString(nameOf(card) + QStringLiteral(", ") + detail(card) + QStringLiteral(", ") + fitText(card.fit));
    case PathRole: return QString::fromStdString(card.path);
    case DetailRole: return detail(card);
    case FitRole: return int(card.problem.empty() ? card.fit : api::Fit::unknown);
    case FitTextRole: return fitText(card.fit);
    case ProblemRole: return QString::fromStdString(card.problem);
    case LoadedRole: return QString::fromStdString(card.path) == m_loaded;
    default: return {};
    }
}

} // namespace cutaway::ui
