#pragma once
#include <QLocalServer>
#include <QObject>
#include <QString>

namespace cutaway::ui {

/// One window a user: a second start hands its file to the first and ends.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// @param key  tells one user's windows from others'; also the name of the socket
    explicit SingleInstance(const QString& key, QObject* parent = nullptr);

    /// True when another window is running and took the file (empty: it only comes to the front).
    bool handOver(const QString& file);
    /// From now on this is the window others hand their files to.
    void listen();
    static QString keyOfUser();

signals:
    void fileHandedOver(const QString& file); ///< may be empty

private:
    QString m_key;
    QLocalServer m_server;
};

} // namespace cutaway::ui
