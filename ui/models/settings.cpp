#include "ui/models/settings.h"

#include <QSettings>

namespace cutaway::ui {
namespace {

/// Grows when docks are renamed or arranged anew, so that an old arrangement is not forced on a new window.
constexpr int kLayoutVersion = 1;

const QString kTheme = QStringLiteral("theme");
const QString kLanguage = QStringLiteral("language");
const QString kFolders = QStringLiteral("models/folders");
const QString kRecent = QStringLiteral("models/recent");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kState = QStringLiteral("window/state");
const QString kVersion = QStringLiteral("window/layoutVersion");
const QString kSeeInside = QStringLiteral("window/seeInside");

} // namespace

Settings::Settings(const QString& file) : m_settings(std::make_unique<QSettings>(file, QSettings::IniFormat)) {}

Settings::~Settings() = default;

QString Settings::theme() const { return m_settings->value(kTheme, QStringLiteral("system")).toString(); }
void Settings::setTheme(const QString& theme) { m_settings->setValue(kTheme, theme); }
QString Settings::language() const { return m_settings->value(kLanguage).toString(); }
void Settings::setLanguage(const QString& code) { m_settings->setValue(kLanguage, code); }
QStringList Settings::modelFolders() const { return m_settings->value(kFolders).toStringList(); }
void Settings::setModelFolders(const QStringList& folders) { m_settings->setValue(kFolders, folders); }
QStringList Settings::recentModels() const { return m_settings->value(kRecent).toStringList(); }
void Settings::setRecentModels(const QStringList& files) { m_settings->setValue(kRecent, files); }

QByteArray Settings::windowGeometry() const { return m_settings->value(kGeometry).toByteArray(); }

QByteArray Settings::windowState() const
{
    return m_settings->value(kVersion).toInt() == kLayoutVersion ? m_settings->value(kState).toByteArray() : QByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state)
{
    m_settings->setValue(kGeometry, geometry);
    m_settings->setValue(kState, state);
    m_settings->setValue(kVersion, kLayoutVersion);
}

bool Settings::seeInside() const { return m_settings->value(kSeeInside, false).toBool(); }
void Settings::setSeeInside(bool on) { m_settings->setValue(kSeeInside, on); }

} // namespace cutaway::ui
