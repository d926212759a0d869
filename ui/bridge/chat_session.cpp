#include "ui/bridge/chat_session.h"

#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"
#include "ui/models/chat_list_model.h"
#include "ui/models/chat_store.h"
#include "ui/models/conversation_model.h"

#include <QDateTime>

namespace cutaway::ui {
namespace {

/// Half of the second that a crash may cost, so that a slow disk has the other half.
constexpr int kPersistMs = 500;
constexpr int kTitleLength = 60;

std::int64_t nowMs() { return QDateTime::currentMSecsSinceEpoch(); }

QString titleFrom(const QString& text)
{
    const QString line = text.trimmed().section(QLatin1Char('\n'), 0, 0).simplified();
    return line.size() <= kTitleLength ? line : QString(line.left(kTitleLength).trimmed() + QChar(0x2026));
}

} // namespace

ChatSession::ChatSession(EngineController& engine, ModelSession& model, ChatStore& store, Models models, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_model(model)
    , m_store(store)
    , m_models(models)
{
    m_persist.setInterval(kPersistMs);
    connect(&m_persist, &QTimer::timeout, this, &ChatSession::persistAnswer);
    connect(&m_models.chats, &ChatListModel::renamed, this, &ChatSession::rename);
    connect(&m_model, &ModelSession::changed, this, &ChatSession::countContext);
    newChat();
}

void ChatSession::newChat()
{
    const api::SamplingOptions sampling = m_chat.sampling;
    m_chat = {};
    m_chat.id = { newStoredId() };
    m_chat.sampling = sampling; // settings stay as the user left them
    m_chat.createdMs = m_chat.updatedMs = nowMs();
    m_stored = false;
    m_models.conversation.reset({}, {});
    emit chatChanged();
    countContext();
}

void ChatSession::open(ChatId chat)
{
    const Chat* found = m_models.chats.find(chat);
    if (!found || (m_stored && chat == m_chat.id))
        return;
    m_chat = *found;
    m_stored = true;
    m_models.conversation.reset({}, {});
    emit chatChanged();
    emit generatingChanged();
    m_store.loadMessages(chat, this, [this, chat](std::vector<Message> messages) {
        if (m_chat.id != chat)
            return;
        m_models.conversation.reset(std::move(messages), m_chat.head);
        if (isGeneratingHere())
            m_models.conversation.update(*m_answer); // newer than what is on disk
        countContext();
    });
}

bool ChatSession::canSend() const { return !m_answer && m_model.state() == ModelSession::State::loaded && m_model.model()->hasVocabulary; }

QString ChatSession::modelName() const { return m_model.model() ? QString::fromStdString(m_model.model()->card.fileName) : QString(); }

Message ChatSession::makeMessage(MessageId parent, api::Role role, const QString& text) const
{
    Message message;
    message.id = { newStoredId() };
    message.parent = parent;
    message.chat = m_chat.id;
    message.role = role;
    message.text = text;
    message.createdMs = nowMs();
    return message;
}

void ChatSession::addMessage(const Message& message)
{
    m_models.conversation.add(message);
    m_chat.head = message.id;
    store(true); // the chat first: a message without its chat would be lost
    m_store.put(message);
}

void ChatSession::store(bool touch)
{
    if (touch)
        m_chat.updatedMs = std::max(m_chat.updatedMs + 1, nowMs());
    m_stored = true;
    m_models.chats.put(m_chat);
    m_store.put(m_chat);
}

void ChatSession::send(const QString& text)
{
    if (!canSend() || text.trimmed().isEmpty())
        return;
    if (m_chat.title.isEmpty())
        m_chat.title = titleFrom(text);
    m_chat.modelName = modelName();
    m_chat.modelPath = m_model.path();
    const Message message = makeMessage(m_models.conversation.head(), api::Role::user, text);
    addMessage(message);
    emit chatChanged();
    answer(message.id);
}

void ChatSession::editAndResend(int row, const QString& text)
{
    if (!canSend() || text.trimmed().isEmpty())
        return;
    const Message message = makeMessage(m_models.conversation.at(row).parent, api::Role::user, text);
    addMessage(message);
    answer(message.id);
}

void ChatSession::regenerate(int row)
{
    if (canSend())
        answer(m_models.conversation.at(row).parent);
}

api::Generate ChatSession::commandFor(MessageId last) const
{
    std::vector<const Message*> path;
    for (const Message* message = m_models.conversation.find(last); message; message = m_models.conversation.find(message->parent))
        path.insert(path.begin(), message);
    api::Generate command;
    command.sampling = m_chat.sampling;
    if (!m_model.model()->hasChatTemplate) { // plain completion: the text so far, as it is
        for (const Message* message : path)
            command.text += message->text.toStdString();
        return command;
    }
    if (!m_chat.systemPrompt.trimmed().isEmpty())
        command.messages.push_back({ api::Role::system, m_chat.systemPrompt.toStdString() });
    for (const Message* message : path) {
        if (!message->text.isEmpty())
            command.messages.push_back({ message->role, message->text.toStdString() });
    }
    return command;
}

void ChatSession::answer(MessageId parent)
{
    const api::Generate command = commandFor(parent);
    Message message = makeMessage(parent, api::Role::assistant, {});
    message.state = MessageState::streaming;
    message.details.modelName = modelName();
    m_answer = message;
    addMessage(message);
    m_prompt.reset();
    m_request = m_engine.submit(command, this,
        { .tokens = [this](const std::vector<api::TokenPiece>& pieces) { receive(pieces); },
            .prompt = [this](const api::PromptProgress& progress) {
                m_prompt = progress;
                emit promptProgressed();
            },
            .finished = [this](const api::Answer& answer) { finish(std::get<api::GenerateResult>(answer)); },
            .failed = [this](const base::Error& error) { fail(error); },
            .cancelled = [this] { end(MessageState::stopped); } });
    m_persist.start();
    emit generatingChanged();
}

void ChatSession::receive(const std::vector<api::TokenPiece>& pieces)
{
    if (!m_answer)
        return;
    for (const api::TokenPiece& piece : pieces)
        m_answer->text += QString::fromStdString(piece.text);
    std::vector<api::TokenPiece>& all = m_pieces[m_answer->id.value];
    all.insert(all.end(), pieces.begin(), pieces.end());
    if (m_prompt) {
        m_prompt.reset();
        emit promptProgressed();
    }
    m_models.conversation.update(*m_answer);
}

void ChatSession::finish(const api::GenerateResult& result)
{
    if (!m_answer)
        return;
    m_answer->text = QString::fromStdString(result.text);
    AnswerDetails& details = m_answer->details;
    details.stopReason = result.stopReason;
    details.tokensPerSecond = result.timings.tokensPerSecond;
    details.firstTokenNs = result.timings.firstToken;
    details.promptTokens = result.timings.promptTokens;
    details.reusedTokens = result.timings.reusedTokens;
    details.generatedTokens = result.timings.generatedTokens;
    details.seed = result.seed;
    details.reuseNote = QString::fromStdString(result.reuseNote);
    end(result.stopReason == api::StopReason::cancelled ? MessageState::stopped : MessageState::complete);
}

void ChatSession::fail(const base::Error& error)
{
    if (!m_answer)
        return;
    m_answer->details.problem = QString::fromStdString(error.message);
    m_answer->details.advice = QString::fromStdString(error.action);
    end(MessageState::failed);
}

void ChatSession::end(MessageState state)
{
    if (!m_answer)
        return;
    m_persist.stop();
    m_prompt.reset();
    m_answer->state = state;
    if (state == MessageState::stopped)
        m_answer->details.stopReason = api::StopReason::cancelled;
    const Message done = *m_answer;
    m_answer.reset();
    m_store.put(done);
    m_models.conversation.update(done);
    emit promptProgressed();
    emit generatingChanged();
    countContext();
}

void ChatSession::persistAnswer()
{
    if (m_answer)
        m_store.put(*m_answer);
}

void ChatSession::stop()
{
    if (m_answer)
        m_engine.cancel(m_request);
}

void ChatSession::keepUnfinished()
{
    stop();
    end(MessageState::stopped);
}

void ChatSession::showSibling(int row, int by)
{
    if (isGeneratingHere())
        return;
    m_models.conversation.showSibling(row, by);
    m_chat.head = m_models.conversation.head();
    store(false);
    countContext();
}

void ChatSession::removeMessage(int row)
{
    const MessageId id = m_models.conversation.at(row).id;
    if (isGeneratingHere())
        return;
    m_trash = Trash { m_chat, m_models.conversation.remove(id) };
    m_store.setTrashed(id, true);
    m_chat.head = m_models.conversation.head();
    store(false);
    emit trashChanged();
    countContext();
}

void ChatSession::removeChat(ChatId chat)
{
    const Chat* found = m_models.chats.find(chat);
    if (!found)
        return;
    if (m_answer && m_answer->chat == chat)
        keepUnfinished();
    m_trash = Trash { *found, {} };
    m_models.chats.remove(chat);
    m_store.setTrashed(chat, true);
    if (m_chat.id == chat)
        newChat();
    emit trashChanged();
}

void ChatSession::undo()
{
    if (!m_trash)
        return;
    const Trash trash = *std::exchange(m_trash, std::nullopt);
    emit trashChanged();
    if (trash.messages.empty()) {
        m_store.setTrashed(trash.chat.id, false);
        m_models.chats.put(trash.chat);
        open(trash.chat.id);
        return;
    }
    m_store.setTrashed(trash.messages.front().id, false);
    if (m_chat.id == trash.chat.id) {
        m_models.conversation.restore(trash.messages);
        m_chat.head = m_models.conversation.head();
        store(false);
        countContext();
    }
}

void ChatSession::setSystemPrompt(const QString& text)
{
    if (text == m_chat.systemPrompt)
        return;
    m_chat.systemPrompt = text;
    if (m_stored)
        store(false);
    emit chatChanged();
    countContext();
}

void ChatSession::setSampling(const api::SamplingOptions& sampling)
{
    m_chat.sampling = sampling;
    if (m_stored)
        store(false);
}

void ChatSession::rename(ChatId chat, const QString& title)
{
    const Chat* found = m_models.chats.find(chat);
    if (!found)
        return;
    Chat renamed = *found;
    renamed.title = title;
    m_store.put(renamed);
    if (chat == m_chat.id) {
        m_chat.title = title;
        emit chatChanged();
    }
}

void ChatSession::countContext()
{
    const std::uint64_t number = ++m_countNumber;
    if (m_model.state() != ModelSession::State::loaded || !m_model.model()->hasVocabulary || m_models.conversation.rowCount() == 0) {
        m_contextUsed = m_model.state() == ModelSession::State::loaded ? 0 : -1;
        emit contextUsedChanged();
        return;
    }
    if (m_answer)
        return; // while an answer is written the engine's status tells more
    const api::Generate command = commandFor(m_models.conversation.head());
    m_engine.submit(api::CountTokens { command.messages, command.text }, this,
        { .finished = [this, number](const api::Answer& answer) {
            if (number != m_countNumber)
                return;
            m_contextUsed = std::get<api::TokenCount>(answer).tokens;
            emit contextUsedChanged();
        } });
}

const std::vector<api::TokenPiece>* ChatSession::pieces(MessageId message) const
{
    const auto found = m_pieces.find(message.value);
    return found == m_pieces.end() ? nullptr : &found->second;
}

} // namespace cutaway::ui
