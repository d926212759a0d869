#include "ui/views/chat/sampling_panel.h"

#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace cutaway::ui {
namespace {

constexpr int kMostHeight = 420; ///< of the rows: leaves room for the window's own bars on a screen of 720

/// The engine's words, translated where a translation knows them.
QString translated(std::string_view text)
{
    return text.empty() ? QString() : QCoreApplication::translate("SamplerParameters", std::string(text).c_str());
}

/// Samplers whose names are abbreviations.
const QStringList kAbbreviations { QStringLiteral("dry"), QStringLiteral("xtc") };

/// "top_k" -> "Top k", "dry_base" -> "DRY base"
QString titleOf(const api::ParamSpec& spec)
{
    QStringList words = QString::fromUtf8(spec.key.data(), qsizetype(spec.key.size())).split(QLatin1Char('_'));
    QString& first = words.first();
    first = kAbbreviations.contains(first) ? first.toUpper() : first.left(1).toUpper() + first.mid(1);
    return translated(words.join(QLatin1Char(' ')).toStdString());
}

int decimalsOf(const api::ParamSpec& spec)
{
    if (spec.type == api::ParamSpec::Type::integer)
        return 0;
    return spec.step > 0 && spec.step < 0.01 ? 3 : 2;
}

} // namespace

SamplingPanel::SamplingPanel(Theme& theme, const std::vector<api::ParamSpec>& specs, QWidget* parent) : QFrame(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("popup"));
    setAccessibleName(tr("Sampling"));
    auto* heading = new QLabel(tr("Sampling"), this);
    heading->setProperty("heading", true);
    auto* all = new QPushButton(tr("Reset all"), this);
    all->setProperty("flat", true);
    connect(all, &QPushButton::clicked, this, [this] {
        setOptions({});
        emit edited();
    });
    auto* top = new QHBoxLayout;
    top->addWidget(heading, 1);
    top->addWidget(all);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing::large, spacing::medium, spacing::small, spacing::medium);
    column->addLayout(top);
    column->addWidget(makeForm(specs));
    setOptions({});
}

/// All rows, or as many as a small screen has room for and a scroll bar.
QWidget* SamplingPanel::makeForm(const std::vector<api::ParamSpec>& specs)
{
    auto* form = new QWidget(this);
    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, spacing::medium, 0);
    grid->setHorizontalSpacing(spacing::small);
    grid->setVerticalSpacing(spacing::tiny);
    int line = 0;
    m_rows.reserve(specs.size());
    for (const api::ParamSpec& spec : specs)
        addRow(grid, line++, spec);
    addSeed(grid, line);
    auto* area = new QScrollArea(this);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setWidget(form);
    const QSize wanted = form->sizeHint();
    area->setFixedHeight(std::min(wanted.height(), kMostHeight));
    area->setMinimumWidth(wanted.width() + area->verticalScrollBar()->sizeHint().width());
    return area;
}

void SamplingPanel::addRow(QGridLayout* grid, int line, const api::ParamSpec& spec)
{
    const QString help = translated(spec.help);
    auto* label = new QLabel(titleOf(spec), this);
    label->setToolTip(help);
    Row row { .spec = &spec };
    QWidget* field = nullptr;
    if (spec.type == api::ParamSpec::Type::boolean) {
        auto* box = new QCheckBox(this);
        row.value = [box] { return box->isChecked() ? 1.0 : 0.0; };
        row.setValue = [box](double value) { box->setChecked(value != 0); };
        connect(box, &QCheckBox::toggled, this, &SamplingPanel::changed);
        field = box;
    } else {
        auto* box = new QDoubleSpinBox(this);
        box->setDecimals(decimalsOf(spec));
        box->setRange(spec.minimum, spec.maximum);
        box->setSingleStep(spec.step > 0 ? spec.step : 1);
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
        box->setAlignment(Qt::AlignRight);
        box->setMinimumWidth(110);
        if (!spec.unit.empty())
            box->setSuffix(QLatin1Char(' ') + translated(spec.unit));
        row.value = [box] { return box->value(); };
        row.setValue = [box](double value) { box->setValue(value); };
        connect(box, &QDoubleSpinBox::valueChanged, this, &SamplingPanel::changed);
        field = box;
    }
    field->setToolTip(help);
    field->setAccessibleName(label->text());
    label->setBuddy(field);
    row.reset = new QToolButton(this);
    row.reset->setIcon(m_theme.icon(QStringLiteral("reset")));
    row.reset->setIconSize({ 14, 14 });
    row.reset->setToolTip(tr("Back to %1").arg(spec.defaultValue));
    row.reset->setAccessibleName(tr("Reset %1").arg(label->text()));
    connect(row.reset, &QToolButton::clicked, this, [set = row.setValue, value = spec.defaultValue] { set(value); });
    grid->addWidget(label, line, 0);
    grid->addWidget(field, line, 1);
    grid->addWidget(row.reset, line, 2);
    m_rows.push_back(std::move(row));
}

void SamplingPanel::addSeed(QGridLayout* grid, int line)
{
    m_fixedSeed = new QCheckBox(tr("Fixed seed"), this);
    m_fixedSeed->setToolTip(
        tr("The same seed, model and text give the same answer. Otherwise every answer has a seed of its own, shown in its tooltip."));
    m_seed = new QLineEdit(this);
    m_seed->setAlignment(Qt::AlignRight);
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), m_seed));
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setEnabled(false);
    connect(m_fixedSeed, &QCheckBox::toggled, m_seed, &QWidget::setEnabled);
    connect(m_fixedSeed, &QCheckBox::toggled, this, &SamplingPanel::changed);
    connect(m_seed, &QLineEdit::textChanged, this, &SamplingPanel::changed);
    grid->addWidget(m_fixedSeed, line, 0);
    grid->addWidget(m_seed, line, 1);
}

void SamplingPanel::setOptions(const api::SamplingOptions& options)
{
    m_setting = true;
    for (const Row& row : m_rows) {
        double value = row.spec->defaultValue;
        for (const api::ParamValue& given : options.values) {
            if (given.key == row.spec->key)
                value = given.value;
        }
        row.setValue(value);
    }
    m_fixedSeed->setChecked(options.seed.has_value());
    m_seed->setText(QString::number(options.seed.value_or(42)));
    m_setting = false;
    updateResets();
}

api::SamplingOptions SamplingPanel::options() const
{
    api::SamplingOptions options;
    for (const Row& row : m_rows) {
        if (row.reset->isEnabled())
            options.values.push_back({ std::string(row.spec->key), row.value() });
    }
    if (m_fixedSeed->isChecked())
        options.seed = m_seed->text().toULongLong();
    return options;
}

void SamplingPanel::changed()
{
    if (m_setting)
        return;
    updateResets();
    emit edited();
}

void SamplingPanel::updateResets()
{
    for (const Row& row : m_rows)
        row.reset->setEnabled(std::abs(row.value() - row.spec->defaultValue) > 1e-9);
}

} // namespace cutaway::ui
