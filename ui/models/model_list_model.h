#pragma once
#include "engine/api/values.h"

#include <QAbstractListModel>

#include <vector>

namespace cutaway::ui {

/// The model files that are known, by name. Order is that of names; a file stands once, whatever led to it.
class ModelListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { PathRole = Qt::UserRole, DetailRole, FitRole, FitTextRole, ProblemRole, LoadedRole };

    explicit ModelListModel(QObject* parent = nullptr);

    void put(const api::ModelCard& card);
    void remove(const QString& path);
    /// Drops every row whose path is not in the list: the end of a scan.
    void retain(const std::vector<std::string>& paths);
    /// Marks the row of the loaded model; empty: none.
    void setLoaded(const QString& path);
    const api::ModelCard* find(const QString& path) const;
    const api::ModelCard& at(int row) const { return m_cards[std::size_t(row)]; }
    int rowOf(const QString& path) const; ///< -1 when absent

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    /// "llama · 135 M · Q4_1 · 93.8 MiB"
    static QString detail(const api::ModelCard& card);
    static QString fitText(api::Fit fit);

private:
    QString toolTip(const api::ModelCard& card) const;

    std::vector<api::ModelCard> m_cards;
    QString m_loaded;
};

} // namespace cutaway::ui
