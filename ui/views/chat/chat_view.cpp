#include "ui/views/chat/chat_view.h"

#include "ui/bridge/chat_session.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"
#include "ui/models/chat_list_model.h"
#include "ui/models/chat_store.h"
#include "ui/models/format.h"
#include "ui/views/chat/composer.h"
#include "ui/views/chat/message_list.h"
#include "ui/views/chat/sampling_panel.h"
#include "ui/views/view_context.h"
#include "ui/widgets/error_card.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace cutaway::ui {

ChatView::ChatView(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_title(new QLabel(this))
    , m_notice(new QLabel(this))
    , m_error(new ErrorCard(context.theme, this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(context.theme, QStringLiteral("chat"), this))
    , m_messages(new MessageList(context.theme, context.conversation, this))
    , m_composer(new Composer(context.theme, this))
{
    setObjectName(QStringLiteral("chatView"));
    setAttribute(Qt::WA_StyledBackground); // a plain QWidget paints none
    m_title->setProperty("heading", true);
    m_title->setTextFormat(Qt::PlainText);
    m_notice->setProperty("dim", true);
    m_notice->setWordWrap(true);
    m_messages->situation = [this](int row) { return situationOf(row); };
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_messages);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(spacing::huge, spacing::medium, spacing::huge, spacing::small);
    top->setSpacing(spacing::small);
    top->addWidget(m_title);
    top->addWidget(m_notice);
    top->addWidget(makeLoadStrip());
    top->addWidget(m_error);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(spacing::huge, spacing::small, spacing::huge, spacing::large);
    bottom->addStretch(1);
    bottom->addWidget(m_composer, 1'000);
    bottom->addStretch(1);
    m_composer->setMaximumWidth(MessageList::kColumnWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_pages, 1);
    column->addLayout(bottom);
    setFocusProxy(m_composer->findChild<QWidget*>(QStringLiteral("composerField")));
    m_error->hide();
    makePanels();
    makeActions();
    connectAll();
    updateChat();
    updateModel();
}

QWidget* ChatView::makeLoadStrip()
{
    m_loadStrip = new QWidget(this);
    m_loadText = new QLabel(m_loadStrip);
    m_loadText->setProperty("dim", true);
    m_loadBar = new QProgressBar(m_loadStrip);
    m_loadBar->setTextVisible(false);
    m_loadBar->setRange(0, 1000);
    m_loadBar->setFixedHeight(6);
    m_loadBar->setAccessibleName(tr("Loading"));
    auto* cancel = new QPushButton(tr("Cancel"), m_loadStrip);
    connect(cancel, &QPushButton::clicked, &m_context.session, &ModelSession::cancelLoad);
    auto* row = new QHBoxLayout(m_loadStrip);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(spacing::medium);
    row->addWidget(m_loadText);
    row->addWidget(m_loadBar, 1);
    row->addWidget(cancel);
    m_loadStrip->hide();
    return m_loadStrip;
}

void ChatView::makePanels()
{
    m_sampling = new SamplingPanel(m_context.theme, m_context.engine.samplingParams(), this);
    connect(m_sampling, &SamplingPanel::edited, this, [this] { m_context.chat.setSampling(m_sampling->options()); });
    m_composer->addPanel(tr("Sampling"), "sampling", m_sampling);
    auto* panel = new QFrame(this);
    auto* heading = new QLabel(tr("System prompt"), panel);
    heading->setProperty("heading", true);
    auto* hint = new QLabel(tr("Goes before the conversation: who the model is, how it should answer."), panel);
    hint->setProperty("secondary", true);
    m_system = new QPlainTextEdit(panel);
    m_system->setMinimumSize(380, 140);
    m_system->setTabChangesFocus(true);
    m_system->setAccessibleName(heading->text());
    connect(m_system, &QPlainTextEdit::textChanged, this, [this] { m_context.chat.setSystemPrompt(m_system->toPlainText()); });
    auto* column = new QVBoxLayout(panel);
    for (QWidget* widget : { static_cast<QWidget*>(heading), static_cast<QWidget*>(hint), static_cast<QWidget*>(m_system) })
        column->addWidget(widget);
    m_systemButton = m_composer->addPanel(tr("System"), "system", panel);
}

void ChatView::makeActions()
{
    const auto add = [this](const QString& text, const char* icon, const QKeySequence& shortcut, auto handler) {
        auto* action = new QAction(m_context.theme.icon(QString::fromLatin1(icon)), text, this);
        action->setShortcut(shortcut);
        connect(action, &QAction::triggered, this, handler);
        addAction(action);
        return action;
    };
    m_stop = add(tr("Stop the answer"), "stop", QKeySequence(Qt::Key_Escape), [this] { m_context.chat.stop(); });
    m_regenerate = add(tr("Answer again"), "regenerate", QKeySequence(Qt::CTRL | Qt::Key_R),
        [this] { act(lastRow(api::Role::assistant), MessageAction::regenerate); });
    m_editLast = add(tr("Edit the last message"), "edit", QKeySequence(Qt::CTRL | Qt::Key_E),
        [this] { act(lastRow(api::Role::user), MessageAction::edit); });
    m_copyLast = add(tr("Copy the last answer"), "copy", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        [this] { act(lastRow(api::Role::assistant), MessageAction::copy); });
    add(tr("Write a message"), "chat", QKeySequence(Qt::CTRL | Qt::Key_L), [this] { m_composer->focusText(); });
    add(tr("Return to the end"), "arrow-down", QKeySequence(Qt::CTRL | Qt::Key_End), [this] { m_messages->scrollToEnd(); });
}

void ChatView::connectAll()
{
    ChatSession& chat = m_context.chat;
    connect(&chat, &ChatSession::chatChanged, this, &ChatView::updateChat);
    connect(&chat, &ChatSession::generatingChanged, this, [this] {
        updateComposer();
        m_messages->refresh();
    });
    connect(&chat, &ChatSession::promptProgressed, m_messages, &MessageList::refresh);
    connect(&chat, &ChatSession::contextUsedChanged, this, &ChatView::updateContext);
    connect(&m_context.engine, &EngineController::statusChanged, this, &ChatView::updateContext);
    connect(&m_context.session, &ModelSession::changed, this, &ChatView::updateModel);
    connect(&m_context.session, &ModelSession::progressChanged, this, [this] {
        m_loadBar->setValue(int(m_context.session.progress() * m_loadBar->maximum()));
        m_loadBar->setToolTip(m_context.session.progressDetail());
    });
    connect(&m_context.store, &ChatStore::failed, this, [this](const base::Error& error) {
        m_error->clearActions();
        m_error->setError(tr("Chats cannot be saved. What you write now is lost when the program ends."),
            QString::fromStdString(error.action), QString::fromStdString(error.message + "\n" + error.subject));
        m_error->show();
    });
    connect(&m_context.conversation, &QAbstractItemModel::modelReset, this, &ChatView::updateEmptyState);
    connect(&m_context.conversation, &QAbstractItemModel::rowsInserted, this, &ChatView::updateEmptyState);
    connect(&m_context.conversation, &QAbstractItemModel::rowsRemoved, this, &ChatView::updateEmptyState);
    connect(m_messages, &MessageList::actionAsked, this, &ChatView::act);
    connect(m_composer, &Composer::sendAsked, this, &ChatView::send);
    connect(m_composer, &Composer::stopAsked, &chat, &ChatSession::stop);
    connect(m_composer, &Composer::hintClosed, this, &ChatView::endEdit);
}

void ChatView::updateChat()
{
    const Chat& chat = m_context.chat.chat();
    m_title->setText(chat.title.isEmpty() ? tr("New chat") : chat.title);
    if (m_system->toPlainText() != chat.systemPrompt) {
        const QSignalBlocker blocker(m_system);
        m_system->setPlainText(chat.systemPrompt);
    }
    m_systemButton->setText(chat.systemPrompt.trimmed().isEmpty() ? tr("System") : tr("System (set)"));
    m_sampling->setOptions(chat.sampling);
    endEdit();
    updateComposer();
    updateContext();
}

void ChatView::updateModel()
{
    const ModelSession& session = m_context.session;
    const bool loading = session.state() == ModelSession::State::loading;
    m_loadStrip->setVisible(loading);
    m_loadText->setText(tr("Loading %1").arg(QFileInfo(session.path()).fileName()));
    m_loadBar->setValue(0);
    m_error->setVisible(session.error().has_value());
    if (const auto& error = session.error()) {
        m_error->clearActions();
        m_error->setError(tr("%1: %2").arg(QFileInfo(session.path()).fileName(), errorHeadline(error->code)),
            QString::fromStdString(error->action), QString::fromStdString(error->message));
        if (error->code == base::ErrorCode::outOfMemory || error->code == base::ErrorCode::invalidArgument)
            m_error->addAction(tr("Load with…"), [this] { m_context.loadModelWith(m_context.session.path()); });
        m_error->addAction(tr("Dismiss"), [this] { m_error->hide(); });
    }
    QString notice;
    if (const auto& model = session.model()) {
        if (!model->hasVocabulary)
            notice = tr("This file holds no vocabulary, so the model cannot read or write text.");
        else if (!model->chatTemplateProblem.empty())
            notice = tr("The chat template of this model cannot be used (%1). Your text goes in as it is, and the model continues it.")
                         .arg(QString::fromStdString(model->chatTemplateProblem));
        else if (!model->hasChatTemplate)
            notice = tr("This model has no chat template: your text goes in as it is, and the model continues it.");
    }
    m_notice->setText(notice);
    m_notice->setVisible(!notice.isEmpty());
    updateComposer();
    updateEmptyState();
    updateContext();
    m_messages->refresh();
}

QString ChatView::whyNotSend() const
{
    const ModelSession& session = m_context.session;
    if (session.state() == ModelSession::State::loading)
        return tr("The model is still loading");
    if (session.state() != ModelSession::State::loaded)
        return tr("Load a model first");
    if (!session.model()->hasVocabulary)
        return tr("The model has no vocabulary");
    if (m_context.chat.isGenerating() && !m_context.chat.isGeneratingHere())
        return tr("An answer is being written in another chat");
    return {};
}

void ChatView::updateComposer()
{
    const bool here = m_context.chat.isGeneratingHere();
    const bool completion = m_context.session.model() && !m_context.session.model()->hasChatTemplate;
    m_composer->setGenerating(here);
    m_composer->setSendable(whyNotSend());
    m_composer->setPlaceholder(completion ? tr("Text to continue") : tr("Message"));
    m_stop->setEnabled(m_context.chat.isGenerating());
    const bool mayChange = m_context.chat.canSend();
    m_regenerate->setEnabled(mayChange && lastRow(api::Role::assistant) >= 0);
    m_editLast->setEnabled(mayChange && lastRow(api::Role::user) >= 0);
    m_copyLast->setEnabled(lastRow(api::Role::assistant) >= 0);
}

void ChatView::updateEmptyState()
{
    const bool empty = m_context.conversation.rowCount() == 0;
    m_pages->setCurrentWidget(empty ? static_cast<QWidget*>(m_empty) : m_messages);
    if (!empty)
        return;
    const ModelSession& session = m_context.session;
    if (session.state() == ModelSession::State::loaded) {
        m_empty->setContent(tr("Ask %1 anything").arg(QString::fromStdString(session.model()->card.fileName)),
            tr("It runs on this computer; nothing you write leaves it. Write below and press Enter."));
        return;
    }
    if (session.state() == ModelSession::State::loading) {
        m_empty->setContent(tr("Loading…"), tr("You can write your message already."));
        return;
    }
    const bool starter = !m_context.starterModel.isEmpty();
    std::vector<EmptyState::Action> actions;
    if (starter)
        actions.push_back({ tr("Load the starter model"), [this] { m_context.loadModel(m_context.starterModel); }, true });
    actions.push_back({ tr("Open a model file…"), m_context.openModelFile, !starter });
    m_empty->setContent(tr("No model is loaded"),
        tr("A model is one file ending in .gguf. Open one, drop it on this window, or choose one under Models; then chat with it here."),
        std::move(actions));
}

void ChatView::updateContext()
{
    const auto& model = m_context.session.model();
    const std::int64_t live = m_context.engine.status().kvUsed;
    const std::int64_t used =
        m_context.chat.isGeneratingHere() ? std::max(live, m_context.chat.contextUsed()) : m_context.chat.contextUsed();
    m_composer->setContext(used, model ? model->context : 0);
}

MessageWidget::Situation ChatView::situationOf(int row) const
{
    MessageWidget::Situation situation;
    situation.siblings = m_context.conversation.siblings(row);
    situation.mayChange = m_context.chat.canSend();
    situation.whyNot = m_context.chat.isGenerating() ? tr("Wait until the answer is complete, or stop it") : whyNotSend();
    situation.waiting = tr("Thinking…");
    if (const auto& prompt = m_context.chat.promptProgress(); prompt && prompt->total > 0)
        situation.waiting = tr("Reading the prompt: %1 of %2 tokens, %3 reused")
                                .arg(formatCount(prompt->done), formatCount(prompt->total), formatCount(prompt->reused));
    return situation;
}

int ChatView::lastRow(api::Role role) const
{
    for (int row = m_context.conversation.rowCount() - 1; row >= 0; --row) {
        if (m_context.conversation.at(row).role == role)
            return row;
    }
    return -1;
}

void ChatView::send(const QString& text)
{
    const MessageId editing = m_editing;
    m_composer->setText({});
    endEdit();
    if (const int row = editing ? m_context.conversation.rowOf(editing) : -1; row >= 0)
        m_context.chat.editAndResend(row, text);
    else
        m_context.chat.send(text);
}

void ChatView::act(int row, MessageAction action)
{
    if (row < 0)
        return;
    switch (action) {
    case MessageAction::copy: QApplication::clipboard()->setText(m_context.conversation.at(row).text); break;
    case MessageAction::regenerate: m_context.chat.regenerate(row); break;
    case MessageAction::edit: beginEdit(row); break;
    case MessageAction::remove: m_context.chat.removeMessage(row); break;
    case MessageAction::previousSibling: m_context.chat.showSibling(row, -1); break;
    case MessageAction::nextSibling: m_context.chat.showSibling(row, 1); break;
    case MessageAction::largerContext: m_context.loadModelWith(m_context.session.path()); break;
    case MessageAction::newChat: m_context.chat.newChat(); break;
    }
}

void ChatView::beginEdit(int row)
{
    const Message& message = m_context.conversation.at(row);
    m_editing = message.id;
    m_composer->setHint(tr("Editing an earlier message. The old version is kept beside the new one."));
    m_composer->setText(message.text);
    m_composer->focusText();
}

void ChatView::endEdit()
{
    if (!std::exchange(m_editing, MessageId {}))
        return;
    m_composer->setHint({});
    m_composer->setText({});
}

} // namespace cutaway::ui
