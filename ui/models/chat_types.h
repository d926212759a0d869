#pragma once
#include "engine/api/values.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <optional>

namespace cutaway::ui {

using ChatId = base::Id<struct ChatTag>;
using MessageId = base::Id<struct MessageTag>;

/// A number that no chat or message of this computer had before: milliseconds since 1970, then a counter. Later ones are greater.
std::uint64_t newStoredId();

enum class MessageState { complete, streaming, stopped, failed };

/// What is written under an answer.
struct AnswerDetails {
    api::StopReason stopReason = api::StopReason::endOfGeneration;
    double tokensPerSecond = 0;
    std::int64_t firstTokenNs = 0;
    std::int32_t promptTokens = 0;
    std::int32_t reusedTokens = 0;
    std::int32_t generatedTokens = 0;
    std::uint64_t seed = 0;
    QString reuseNote;
    QString modelName;
    QString problem; ///< of a failed answer: the engine's sentence
    QString advice;  ///< and what to do about it
};

/// A node of a conversation's tree.
struct Message {
    MessageId id;
    MessageId parent; ///< none: first of the conversation
    ChatId chat;
    api::Role role = api::Role::user;
    QString text;
    MessageState state = MessageState::complete;
    AnswerDetails details;
    std::int64_t createdMs = 0;
};

struct Chat {
    ChatId id;
    QString title;
    QString modelName; ///< of the model that answered last
    QString modelPath;
    QString systemPrompt;
    api::SamplingOptions sampling;
    MessageId head; ///< last message of the branch that is shown
    std::int64_t createdMs = 0;
    std::int64_t updatedMs = 0;
};

/// Names and forms under which values are stored; they never change. Unknown ones read as empty.
QString storedName(api::Role role);
QString storedName(MessageState state);
QString storedName(api::StopReason reason);
std::optional<api::Role> roleFromStored(const QString& name);
std::optional<MessageState> messageStateFromStored(const QString& name);
std::optional<api::StopReason> stopReasonFromStored(const QString& name);
QByteArray detailsToJson(const AnswerDetails& details);
AnswerDetails detailsFromJson(const QByteArray& json);
QByteArray samplingToJson(const api::SamplingOptions& sampling);
api::SamplingOptions samplingFromJson(const QByteArray& json);

} // namespace cutaway::ui
