#pragma once
#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>

class QSettings;

namespace cutaway::ui {

/// What the program remembers between runs, apart from chats. Every stored key stands in this class alone.
class Settings {
public:
    /// @param file  of the ini format; made when absent
    explicit Settings(const QString& file);
    ~Settings();

    QString theme() const; ///< "light", "dark", "system"
    void setTheme(const QString& theme);
    QString language() const; ///< code such as "bg"; empty: the system's
    void setLanguage(const QString& code);
    QStringList modelFolders() const;
    void setModelFolders(const QStringList& folders);
    QStringList recentModels() const;
    void setRecentModels(const QStringList& files);
    /// Place and size of the window, and of its docks. Empty when there is none, or one of an older arrangement.
    QByteArray windowGeometry() const;
    QByteArray windowState() const;
    void setWindow(const QByteArray& geometry, const QByteArray& state);
    bool seeInside() const;
    void setSeeInside(bool on);

private:
    std::unique_ptr<QSettings> m_settings;
};

} // namespace cutaway::ui
