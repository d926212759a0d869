#include "ui/models/chat_types.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <atomic>

namespace cutaway::ui {
namespace {

template <class T> struct StoredName {
    T value;
    const char* name;
};
constexpr std::array kRoles {
    StoredName<api::Role> { api::Role::system, "system" },
    StoredName<api::Role> { api::Role::user, "user" },
    StoredName<api::Role> { api::Role::assistant, "assistant" },
};
constexpr std::array kStates {
    StoredName<MessageState> { MessageState::complete, "complete" },
    StoredName<MessageState> { MessageState::streaming, "streaming" },
    StoredName<MessageState> { MessageState::stopped, "stopped" },
    StoredName<MessageState> { MessageState::failed, "failed" },
};
constexpr std::array kReasons {
    StoredName<api::StopReason> { api::StopReason::endOfGeneration, "endOfGeneration" },
    StoredName<api::StopReason> { api::StopReason::stopString, "stopString" },
    StoredName<api::StopReason> { api::StopReason::tokenLimit, "tokenLimit" },
    StoredName<api::StopReason> { api::StopReason::contextFull, "contextFull" },
    StoredName<api::StopReason> { api::StopReason::cancelled, "cancelled" },
};

template <class Table, class T> QString nameIn(const Table& table, T value)
{
    for (const auto& entry : table) {
        if (entry.value == value)
            return QString::fromLatin1(entry.name);
    }
    return {};
}

template <class T, std::size_t N> std::optional<T> valueIn(const std::array<StoredName<T>, N>& table, const QString& name)
{
    for (const auto& entry : table) {
        if (name == QLatin1String(entry.name))
            return entry.value;
    }
    return std::nullopt;
}

} // namespace

std::uint64_t newStoredId()
{
    constexpr int kCounterBits = 20; // a million a millisecond before two could meet
    static std::atomic<std::uint64_t> last = 0;
    const std::uint64_t now = std::uint64_t(QDateTime::currentMSecsSinceEpoch()) << kCounterBits;
    std::uint64_t before = last.load();
    while (!last.compare_exchange_weak(before, std::max(before + 1, now))) { }
    return std::max(before + 1, now);
}

QString storedName(api::Role role) { return nameIn(kRoles, role); }
QString storedName(MessageState state) { return nameIn(kStates, state); }
QString storedName(api::StopReason reason) { return nameIn(kReasons, reason); }
std::optional<api::Role> roleFromStored(const QString& name) { return valueIn(kRoles, name); }
std::optional<MessageState> messageStateFromStored(const QString& name) { return valueIn(kStates, name); }
std::optional<api::StopReason> stopReasonFromStored(const QString& name) { return valueIn(kReasons, name); }

QByteArray detailsToJson(const AnswerDetails& details)
{
    const QJsonObject object {
        { QStringLiteral("stopReason"), storedName(details.stopReason) },
        { QStringLiteral("tokensPerSecond"), details.tokensPerSecond },
        { QStringLiteral("firstTokenNs"), qint64(details.firstTokenNs) },
        { QStringLiteral("promptTokens"), details.promptTokens },
        { QStringLiteral("reusedTokens"), details.reusedTokens },
        { QStringLiteral("generatedTokens"), details.generatedTokens },
        { QStringLiteral("seed"), QString::number(details.seed) }, // JSON numbers end at 53 bits
        { QStringLiteral("reuseNote"), details.reuseNote },
        { QStringLiteral("modelName"), details.modelName },
        { QStringLiteral("problem"), details.problem },
        { QStringLiteral("advice"), details.advice },
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

AnswerDetails detailsFromJson(const QByteArray& json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    AnswerDetails details;
    details.stopReason = stopReasonFromStored(object[QStringLiteral("stopReason")].toString()).value_or(api::StopReason::endOfGeneration);
    details.tokensPerSecond = object[QStringLiteral("tokensPerSecond")].toDouble();
    details.firstTokenNs = object[QStringLiteral("firstTokenNs")].toInteger();
    details.promptTokens = object[QStringLiteral("promptTokens")].toInt();
    details.reusedTokens = object[QStringLiteral("reusedTokens")].toInt();
    details.generatedTokens = object[QStringLiteral("generatedTokens")].toInt();
    details.seed = object[QStringLiteral("seed")].toString().toULongLong();
    details.reuseNote = object[QStringLiteral("reuseNote")].toString();
    details.modelName = object[QStringLiteral("modelName")].toString();
    details.problem = object[QStringLiteral("problem")].toString();
    details.advice = object[QStringLiteral("advice")].toString();
    return details;
}

QByteArray samplingToJson(const api::SamplingOptions& sampling)
{
    QJsonObject values;
    for (const api::ParamValue& value : sampling.values)
        values.insert(QString::fromStdString(value.key), value.value);
    QJsonObject object { { QStringLiteral("values"), values } };
    if (sampling.seed)
        object.insert(QStringLiteral("seed"), QString::number(*sampling.seed));
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

api::SamplingOptions samplingFromJson(const QByteArray& json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    api::SamplingOptions sampling;
    const QJsonObject values = object[QStringLiteral("values")].toObject();
    for (auto it = values.begin(); it != values.end(); ++it)
        sampling.values.push_back({ it.key().toStdString(), it.value().toDouble() });
    if (object.contains(QStringLiteral("seed")))
        sampling.seed = object[QStringLiteral("seed")].toString().toULongLong();
    return sampling;
}

} // namespace cutaway::ui
