#include "ui/shell/single_instance.h"

#include <QCryptographicHash>
#include <QDir>
#include <QLocalSocket>

namespace cutaway::ui {
namespace {

constexpr int kWaitMs = 1'500; ///< for a first window that is busy starting
constexpr qint64 kLongestPath = 64 * 1024;

} // namespace

SingleInstance::SingleInstance(const QString& key, QObject* parent) : QObject(parent), m_key(key)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* socket = m_server.nextPendingConnection()) {
            connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
                if (!socket->canReadLine() && socket->bytesAvailable() < kLongestPath)
                    return;
                const QString file = QString::fromUtf8(QByteArray::fromPercentEncoding(socket->readLine(kLongestPath).trimmed()));
                socket->write("taken\n");
                socket->flush();
                emit fileHandedOver(file);
            });
        }
    });
}

QString SingleInstance::keyOfUser()
{
    const QByteArray home = QCryptographicHash::hash(QDir::homePath().toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QStringLiteral("cutaway-") + QString::fromLatin1(home);
}

bool SingleInstance::handOver(const QString& file)
{
    QLocalSocket socket;
    socket.connectToServer(m_key);
    if (!socket.waitForConnected(kWaitMs))
        return false;
    socket.write(file.toUtf8().toPercentEncoding("/") + '\n');
    return socket.waitForBytesWritten(kWaitMs) && socket.waitForReadyRead(kWaitMs);
}

void SingleInstance::listen()
{
    if (m_server.listen(m_key))
        return;
    QLocalServer::removeServer(m_key); // left behind by a window that crashed: handOver() found nobody there
    m_server.listen(m_key);
}

} // namespace cutaway::ui
