<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="bg_BG" sourcelanguage="en">
    <context>
        <name>BufferTable</name>
        <message>
            <source>Buffer</source>
            <translation>Буфер</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>Вид</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>Устройство</translation>
        </message>
        <message>
            <source>Predicted</source>
            <translation>Предвидено</translation>
        </message>
        <message>
            <source>Actual</source>
            <translation>Действително</translation>
        </message>
        <message>
            <source>weights</source>
            <translation>тегла</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV кеш</translation>
        </message>
        <message>
            <source>compute</source>
            <translation>изчисления</translation>
        </message>
        <message>
            <source>output</source>
            <translation>изход</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ChatListModel</name>
        <message>
            <source>Today</source>
            <translation>Днес</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>Вчера</translation>
        </message>
        <message>
            <source>Last 7 days</source>
            <translation>Последните 7 дни</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>Нов разговор</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ChatView</name>
        <message>
            <source>Loading</source>
            <translation>Зареждане</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Отказ</translation>
        </message>
        <message>
            <source>Sampling</source>
            <translation>Избор на токени</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>Системно указание</translation>
        </message>
        <message>
            <source>Goes before the conversation: who the model is, how it should answer.</source>
            <translation>Стои пред разговора: кой е моделът и как да отговаря.</translation>
        </message>
        <message>
            <source>System</source>
            <translation>Указание</translation>
        </message>
        <message>
            <source>Stop the answer</source>
            <translation>Спиране на отговора</translation>
        </message>
        <message>
            <source>Answer again</source>
            <translation>Нов отговор</translation>
        </message>
        <message>
            <source>Edit the last message</source>
            <translation>Редактиране на последното съобщение</translation>
        </message>
        <message>
            <source>Copy the last answer</source>
            <translation>Копиране на последния отговор</translation>
        </message>
        <message>
            <source>Write a message</source>
            <translation>Писане на съобщение</translation>
        </message>
        <message>
            <source>Return to the end</source>
            <translation>Към края</translation>
        </message>
        <message>
            <source>Chats cannot be saved. What you write now is lost when the program ends.</source>
            <translation>Разговорите не могат да се запишат. Написаното сега се губи при изход.</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>Нов разговор</translation>
        </message>
        <message>
            <source>System (set)</source>
            <translation>Указание (зададено)</translation>
        </message>
        <message>
            <source>Loading %1</source>
            <translation>Зареждане на %1</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1: %2</translation>
        </message>
        <message>
            <source>Load with…</source>
            <translation>Зареждане с…</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>Скриване</translation>
        </message>
        <message>
            <source>This file holds no vocabulary, so the model cannot read or write text.</source>
            <translation>Файлът няма речник, затова моделът не може да чете и пише текст.</translation>
        </message>
        <message>
            <source>The chat template of this model cannot be used (%1). Your text goes in as it is, and the model continues it.</source>
            <translation>Шаблонът за разговор на този модел не може да се използва (%1). Текстът ви влиза така, както е, и моделът го продължава.</translation>
        </message>
        <message>
            <source>This model has no chat template: your text goes in as it is, and the model continues it.</source>
            <translation>Този модел няма шаблон за разговор: текстът ви влиза така, както е, и моделът го продължава.</translation>
        </message>
        <message>
            <source>The model is still loading</source>
            <translation>Моделът още се зарежда</translation>
        </message>
        <message>
            <source>Load a model first</source>
            <translation>Първо заредете модел</translation>
        </message>
        <message>
            <source>The model has no vocabulary</source>
            <translation>Моделът няма речник</translation>
        </message>
        <message>
            <source>An answer is being written in another chat</source>
            <translation>В друг разговор се пише отговор</translation>
        </message>
        <message>
            <source>Text to continue</source>
            <translation>Текст за продължаване</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>Съобщение</translation>
        </message>
        <message>
            <source>Ask %1 anything</source>
            <translation>Попитайте %1 каквото желаете</translation>
        </message>
        <message>
            <source>It runs on this computer; nothing you write leaves it. Write below and press Enter.</source>
            <translation>Работи на този компютър; нищо написано не го напуска. Пишете долу и натиснете Enter.</translation>
        </message>
        <message>
            <source>Loading…</source>
            <translation>Зареждане…</translation>
        </message>
        <message>
            <source>You can write your message already.</source>
            <translation>Вече можете да пишете съобщението си.</translation>
        </message>
        <message>
            <source>No model is loaded</source>
            <translation>Няма зареден модел</translation>
        </message>
        <message>
            <source>A model is one file ending in .gguf. Open one, drop it on this window, or choose one under Models; then chat with it here.</source>
            <translation>Моделът е файл, завършващ на .gguf. Отворете такъв, пуснете го в прозореца или изберете от „Модели“ и разговаряйте с него тук.</translation>
        </message>
        <message>
            <source>Load the starter model</source>
            <translation>Зареждане на началния модел</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>Отваряне на файл с модел…</translation>
        </message>
        <message>
            <source>Wait until the answer is complete, or stop it</source>
            <translation>Изчакайте края на отговора или го спрете</translation>
        </message>
        <message>
            <source>Thinking…</source>
            <translation>Мисли…</translation>
        </message>
        <message>
            <source>Reading the prompt: %1 of %2 tokens, %3 reused</source>
            <translation>Четене на текста: %1 от %2 токена, %3 използвани повторно</translation>
        </message>
        <message>
            <source>Editing an earlier message. The old version is kept beside the new one.</source>
            <translation>Редактирате по-ранно съобщение. Старият вариант се пази до новия.</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ChatsView</name>
        <message>
            <source>Search titles and texts</source>
            <translation>Търсене в заглавия и текстове</translation>
        </message>
        <message>
            <source>Search chats</source>
            <translation>Търсене в разговорите</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>Разговори</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>Нов разговор</translation>
        </message>
        <message>
            <source>Rename the chat</source>
            <translation>Преименуване на разговора</translation>
        </message>
        <message>
            <source>Move the chat to the trash</source>
            <translation>Преместване на разговора в кошчето</translation>
        </message>
        <message>
            <source>Undo the deletion</source>
            <translation>Отмяна на изтриването</translation>
        </message>
        <message>
            <source>Search the chats</source>
            <translation>Търсене в разговорите</translation>
        </message>
        <message>
            <source>Moved to the trash</source>
            <translation>Преместено в кошчето</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>Отмяна</translation>
        </message>
        <message>
            <source>Nothing found</source>
            <translation>Нищо не е намерено</translation>
        </message>
        <message>
            <source>No chats yet</source>
            <translation>Още няма разговори</translation>
        </message>
        <message>
            <source>No title and no message contains this text.</source>
            <translation>Никое заглавие и съобщение не съдържа този текст.</translation>
        </message>
        <message>
            <source>Every chat is kept on this computer and listed here by day.</source>
            <translation>Всеки разговор се пази на този компютър и стои тук по дни.</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::CodeBlock</name>
        <message>
            <source>Copy</source>
            <translation>Копиране</translation>
        </message>
        <message>
            <source>Copies the code</source>
            <translation>Копира кода</translation>
        </message>
        <message>
            <source>Code</source>
            <translation>Код</translation>
        </message>
        <message>
            <source>code</source>
            <translation>код</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::CommandPalette</name>
        <message>
            <source>Commands</source>
            <translation>Команди</translation>
        </message>
        <message>
            <source>Search models, chats, commands</source>
            <translation>Търсене на модели, разговори, команди</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::Composer</name>
        <message>
            <source>Message</source>
            <translation>Съобщение</translation>
        </message>
        <message>
            <source>Context: positions taken, and how many there are</source>
            <translation>Контекст: заети позиции и общият им брой</translation>
        </message>
        <message>
            <source>Cancel editing</source>
            <translation>Отказ от редактирането</translation>
        </message>
        <message>
            <source>Stop (Esc)</source>
            <translation>Спиране (Esc)</translation>
        </message>
        <message>
            <source>Send (Enter)</source>
            <translation>Изпращане (Enter)</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::DeviceMemory</name>
        <message>
            <source>actual</source>
            <translation>действително</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>предвидено</translation>
        </message>
        <message>
            <source>%1 free</source>
            <translation>%1 свободни</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::DeviceRow</name>
        <message>
            <source>Predicted memory</source>
            <translation>Предвидена памет</translation>
        </message>
        <message>
            <source>%1 of %2 layers</source>
            <translation>%1 от %2 слоя</translation>
        </message>
        <message>
            <source>%1 predicted · %2 free of %3</source>
            <translation>%1 предвидени · %2 свободни от %3</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ErrorCard</name>
        <message>
            <source>Details</source>
            <translation>Подробности</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Копиране</translation>
        </message>
        <message>
            <source>Copies the sentence, the advice and the details</source>
            <translation>Копира изречението, съвета и подробностите</translation>
        </message>
    </context>
    <context>
        <name>ErrorText</name>
        <message>
            <source>This setting is not possible</source>
            <translation>Тази настройка не е възможна</translation>
        </message>
        <message>
            <source>Something that is needed was not found</source>
            <translation>Нещо необходимо не е намерено</translation>
        </message>
        <message>
            <source>The file cannot be opened</source>
            <translation>Файлът не може да се отвори</translation>
        </message>
        <message>
            <source>Reading or writing a file broke off</source>
            <translation>Четенето или записването на файл прекъсна</translation>
        </message>
        <message>
            <source>The file is damaged</source>
            <translation>Файлът е повреден</translation>
        </message>
        <message>
            <source>This version cannot do that</source>
            <translation>Тази версия не може това</translation>
        </message>
        <message>
            <source>It does not fit into memory</source>
            <translation>Не се побира в паметта</translation>
        </message>
        <message>
            <source>The context is full</source>
            <translation>Контекстът е пълен</translation>
        </message>
        <message>
            <source>Stopped</source>
            <translation>Спряно</translation>
        </message>
        <message>
            <source>This is already under way</source>
            <translation>Това вече се изпълнява</translation>
        </message>
        <message>
            <source>Something went wrong inside the program</source>
            <translation>Нещо се обърка в програмата</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::KvChart</name>
        <message>
            <source>Positions in the KV cache over time</source>
            <translation>Позиции в KV кеша във времето</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::LoadDialog</name>
        <message>
            <source>Load %1</source>
            <translation>Зареждане на %1</translation>
        </message>
        <message>
            <source>Default</source>
            <translation>По подразбиране</translation>
        </message>
        <message>
            <source>How many tokens the conversation may have. Default: what the model was trained for, at most 4 096.</source>
            <translation>Колко токена може да има разговорът. По подразбиране: за колкото е обучен моделът, най-много 4 096.</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>Автоматично</translation>
        </message>
        <message>
            <source>Threads that compute. Automatic: one per core.</source>
            <translation>Изчисляващи нишки. Автоматично: по една на ядро.</translation>
        </message>
        <message>
            <source>F16 (half the memory)</source>
            <translation>F16 (половината памет)</translation>
        </message>
        <message>
            <source>F32 (exact)</source>
            <translation>F32 (точно)</translation>
        </message>
        <message>
            <source>&amp;Context</source>
            <translation>&amp;Контекст</translation>
        </message>
        <message>
            <source>&amp;Threads</source>
            <translation>&amp;Нишки</translation>
        </message>
        <message>
            <source>&amp;KV cache</source>
            <translation>KV &amp;кеш</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>Зареждане</translation>
        </message>
        <message>
            <source>Context of %1 tokens. %2.</source>
            <translation>Контекст от %1 токена. %2.</translation>
        </message>
        <message>
            <source>%1: %2 of %3 free (weights %4, KV %5, compute %6)</source>
            <translation>%1: %2 от %3 свободни (тегла %4, KV %5, изчисления %6)</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MainWindow</name>
        <message>
            <source>Docks</source>
            <translation>Панели</translation>
        </message>
        <message>
            <source>%1 — Cutaway</source>
            <translation>%1 — Cutaway</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>Отваряне на файл с модел…</translation>
        </message>
        <message>
            <source>Load again with…</source>
            <translation>Ново зареждане с…</translation>
        </message>
        <message>
            <source>Eject</source>
            <translation>Изваждане</translation>
        </message>
        <message>
            <source>Unloads the model and frees its memory</source>
            <translation>Освобождава модела и паметта му</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>Изход</translation>
        </message>
        <message>
            <source>Command palette…</source>
            <translation>Палитра с команди…</translation>
        </message>
        <message>
            <source>See inside</source>
            <translation>Поглед отвътре</translation>
        </message>
        <message>
            <source>Shows what the model does while it answers: timeline, operations, memory, placement</source>
            <translation>Показва какво прави моделът, докато отговаря: времева линия, операции, памет, разположение</translation>
        </message>
        <message>
            <source>Next dock</source>
            <translation>Следващ панел</translation>
        </message>
        <message>
            <source>Previous dock</source>
            <translation>Предишен панел</translation>
        </message>
        <message>
            <source>Docks back to their places</source>
            <translation>Панелите по местата им</translation>
        </message>
        <message>
            <source>About Cutaway</source>
            <translation>За Cutaway</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>&amp;Файл</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>&amp;Изглед</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>Тема</translation>
        </message>
        <message>
            <source>&amp;Profiler</source>
            <translation>&amp;Профилиране</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>&amp;Помощ</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>Като системата</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>Светла</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>Тъмна</translation>
        </message>
        <message>
            <source>Load %1</source>
            <translation>Зареждане на %1</translation>
        </message>
        <message>
            <source>Chat: %1</source>
            <translation>Разговор: %1</translation>
        </message>
        <message>
            <source>Open a model file</source>
            <translation>Отваряне на файл с модел</translation>
        </message>
        <message>
            <source>Models (*.gguf);;All files (*)</source>
            <translation>Модели (*.gguf);;Всички файлове (*)</translation>
        </message>
        <message>
            <source>Cutaway %1

A workbench for language models on your own computer: chat with a model, and see inside it while it runs.

Free software under the GNU General Public License, version 3 or later.</source>
            <translation>Cutaway %1

Работно място за езикови модели на собствения ви компютър: разговаряйте с модел и вижте вътре в него, докато работи.

Свободен софтуер под GNU General Public License, версия 3 или по-нова.</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MemoryView</name>
        <message>
            <source>Buffers</source>
            <translation>Буфери</translation>
        </message>
        <message>
            <source>KV cache map</source>
            <translation>Карта на KV кеша</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV кеш</translation>
        </message>
        <message>
            <source>%1 of %2 cells</source>
            <translation>%1 от %2 клетки</translation>
        </message>
        <message>
            <source>%1: %2 of %3</source>
            <translation>%1: %2 от %3</translation>
        </message>
        <message>
            <source>The memory of the model appears here as soon as it is loaded.</source>
            <translation>Паметта на модела се показва тук, щом той се зареди.</translation>
        </message>
        <message>
            <source>What a model takes on each device appears here, and how its KV cache fills. Load a model to begin.</source>
            <translation>Тук се вижда колко заема моделът на всяко устройство и как се пълни KV кешът. Заредете модел за начало.</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>Отваряне на модел…</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MessageList</name>
        <message>
            <source>Conversation</source>
            <translation>Разговор</translation>
        </message>
        <message>
            <source>Return to the end</source>
            <translation>Към края</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MessageWidget</name>
        <message>
            <source>Previous version</source>
            <translation>Предишен вариант</translation>
        </message>
        <message>
            <source>Next version</source>
            <translation>Следващ вариант</translation>
        </message>
        <message>
            <source>Copy the message</source>
            <translation>Копиране на съобщението</translation>
        </message>
        <message>
            <source>Answer again; this answer is kept</source>
            <translation>Нов отговор; този се запазва</translation>
        </message>
        <message>
            <source>Edit and send again; this version is kept</source>
            <translation>Редактиране и ново изпращане; този вариант се запазва</translation>
        </message>
        <message>
            <source>Move to the trash, with what follows</source>
            <translation>В кошчето, заедно със следващото</translation>
        </message>
        <message>
            <source>Your message</source>
            <translation>Вашето съобщение</translation>
        </message>
        <message>
            <source>Answer</source>
            <translation>Отговор</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>спрян</translation>
        </message>
        <message>
            <source>first token %1</source>
            <translation>първи токен %1</translation>
        </message>
        <message>
            <source>1 token</source>
            <translation>1 токен</translation>
        </message>
        <message>
            <source>%1 tokens</source>
            <translation>%1 токена</translation>
        </message>
        <message>
            <source>reused %1</source>
            <translation>повторно %1</translation>
        </message>
        <message>
            <source>stopped at the token limit</source>
            <translation>спрян при предела на токените</translation>
        </message>
        <message>
            <source>stopped at a stop text</source>
            <translation>спрян при стоп текст</translation>
        </message>
        <message>
            <source>the context is full</source>
            <translation>контекстът е пълен</translation>
        </message>
        <message>
            <source>seed %1</source>
            <translation>начално число %1</translation>
        </message>
        <message>
            <source>The context is full, so the answer ends here. Nothing was dropped.</source>
            <translation>Контекстът е пълен и отговорът свършва тук. Нищо не е изхвърлено.</translation>
        </message>
        <message>
            <source>Load the model with a larger context, or go on in a new chat.</source>
            <translation>Заредете модела с по-голям контекст или продължете в нов разговор.</translation>
        </message>
        <message>
            <source>Larger context…</source>
            <translation>По-голям контекст…</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>Нов разговор</translation>
        </message>
        <message>
            <source>The answer could not be completed.</source>
            <translation>Отговорът не можа да завърши.</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>Нов опит</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ModelListModel</name>
        <message>
            <source>Fits into memory</source>
            <translation>Побира се в паметта</translation>
        </message>
        <message>
            <source>Fits, but memory is tight</source>
            <translation>Побира се, но на ръба</translation>
        </message>
        <message>
            <source>Does not fit into memory</source>
            <translation>Не се побира в паметта</translation>
        </message>
        <message>
            <source>Cannot be loaded by this version</source>
            <translation>Не може да се зареди от тази версия</translation>
        </message>
        <message>
            <source>Trained for %1 tokens of context</source>
            <translation>Обучен за контекст от %1 токена</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ModelsView</name>
        <message>
            <source>Filter</source>
            <translation>Филтър</translation>
        </message>
        <message>
            <source>Filter models</source>
            <translation>Филтър на моделите</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Модели</translation>
        </message>
        <message>
            <source>Load the selected model</source>
            <translation>Зареждане на избрания модел</translation>
        </message>
        <message>
            <source>Load with…</source>
            <translation>Зареждане с…</translation>
        </message>
        <message>
            <source>Show in its folder</source>
            <translation>Показване в папката</translation>
        </message>
        <message>
            <source>Remove from the list</source>
            <translation>Махане от списъка</translation>
        </message>
        <message>
            <source>Add a folder of models…</source>
            <translation>Добавяне на папка с модели…</translation>
        </message>
        <message>
            <source>Look through the folders again</source>
            <translation>Ново преглеждане на папките</translation>
        </message>
        <message>
            <source>Add folder…</source>
            <translation>Папка…</translation>
        </message>
        <message>
            <source>Open file…</source>
            <translation>Файл…</translation>
        </message>
        <message>
            <source>No models yet</source>
            <translation>Още няма модели</translation>
        </message>
        <message>
            <source>Model files that you open, and those in folders that you add, are listed here with their size and whether they fit into memory.</source>
            <translation>Отворените файлове с модели и тези в добавените папки стоят тук с размера си и дали се побират в паметта.</translation>
        </message>
        <message>
            <source>Load the starter model</source>
            <translation>Зареждане на началния модел</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>Отваряне на файл с модел…</translation>
        </message>
        <message>
            <source>Add a folder…</source>
            <translation>Добавяне на папка…</translation>
        </message>
        <message>
            <source>Looking through the folders…</source>
            <translation>Преглеждане на папките…</translation>
        </message>
        <message>
            <source>Add a folder of models</source>
            <translation>Добавяне на папка с модели</translation>
        </message>
        <message>
            <source>Remove the folder %1</source>
            <translation>Махане на папката %1</translation>
        </message>
    </context>
    <context>
        <name>OpTable</name>
        <message>
            <source>Share, %</source>
            <translation>Дял, %</translation>
        </message>
        <message>
            <source>Total time as a share of the steps' wall time</source>
            <translation>Общо време като дял от времето на стъпките</translation>
        </message>
        <message>
            <source>Self, ms</source>
            <translation>Собствено, ms</translation>
        </message>
        <message>
            <source>Time spent running, averaged over the workers</source>
            <translation>Време за изпълнение, осреднено по нишките</translation>
        </message>
        <message>
            <source>Total, ms</source>
            <translation>Общо, ms</translation>
        </message>
        <message>
            <source>Self time and the waits at the barriers right after it</source>
            <translation>Собственото време и чакането на бариерите след него</translation>
        </message>
        <message>
            <source>Count</source>
            <translation>Брой</translation>
        </message>
        <message>
            <source>Runs: one per node and step</source>
            <translation>Изпълнения: по едно на възел и стъпка</translation>
        </message>
        <message>
            <source>P50, µs</source>
            <translation>P50, µs</translation>
        </message>
        <message>
            <source>Half of the runs took at most this long</source>
            <translation>Половината изпълнения са траяли най-много толкова</translation>
        </message>
        <message>
            <source>P99, µs</source>
            <translation>P99, µs</translation>
        </message>
        <message>
            <source>99 of 100 runs took at most this long</source>
            <translation>99 от 100 изпълнения са траяли най-много толкова</translation>
        </message>
        <message>
            <source>GB/s</source>
            <translation>GB/s</translation>
        </message>
        <message>
            <source>Bytes read and written while running</source>
            <translation>Прочетени и записани байтове при изпълнението</translation>
        </message>
        <message>
            <source>GFLOP/s</source>
            <translation>GFLOP/s</translation>
        </message>
        <message>
            <source>Floating-point operations while running</source>
            <translation>Операции с плаваща запетая при изпълнението</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>Име</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::OpsView</name>
        <message>
            <source>Role in the block</source>
            <translation>Роля в блока</translation>
        </message>
        <message>
            <source>Op</source>
            <translation>Операция</translation>
        </message>
        <message>
            <source>Node</source>
            <translation>Възел</translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>Слой</translation>
        </message>
        <message>
            <source>Filter: gate, down, -quantise</source>
            <translation>Филтър: gate, down, -quantise</translation>
        </message>
        <message>
            <source>Words with commas between them: a row needs one of them; a minus leaves rows out</source>
            <translation>Думи със запетаи между тях: редът трябва да съдържа една от тях; минус изключва редове</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>Филтър</translation>
        </message>
        <message>
            <source>Group by</source>
            <translation>Групиране по</translation>
        </message>
        <message>
            <source>Costs</source>
            <translation>Разходи</translation>
        </message>
        <message>
            <source>Filter Ops</source>
            <translation>Филтър на операциите</translation>
        </message>
        <message>
            <source>selected steps: %1</source>
            <translation>избрани стъпки: %1</translation>
        </message>
        <message>
            <source>latest decode steps: %1</source>
            <translation>последни стъпки на декодиране: %1</translation>
        </message>
        <message>
            <source>latest prefill steps: %1</source>
            <translation>последни стъпки на четене: %1</translation>
        </message>
        <message>
            <source>waiting %1 %</source>
            <translation>чакане %1 %</translation>
        </message>
        <message>
            <source>The cost of every op appears here: time, waits, bandwidth. Load a model to begin.</source>
            <translation>Тук се вижда цената на всяка операция: време, чакане, пропускателност. Заредете модел за начало.</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>Отваряне на модел…</translation>
        </message>
        <message>
            <source>The cost of every op appears here: time, waits, bandwidth. Send a message to see it.</source>
            <translation>Тук се вижда цената на всяка операция: време, чакане, пропускателност. Изпратете съобщение, за да я видите.</translation>
        </message>
        <message>
            <source>Go to Chat</source>
            <translation>Към разговора</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::PlacementView</name>
        <message>
            <source>%1 on %2, %3 free</source>
            <translation>%1 на %2, %3 свободни</translation>
        </message>
        <message>
            <source>Reload with This Context</source>
            <translation>Презареждане с този контекст</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>Контекст</translation>
        </message>
        <message>
            <source> tokens</source>
            <translation> токена</translation>
        </message>
        <message>
            <source>Context size</source>
            <translation>Размер на контекста</translation>
        </message>
        <message>
            <source>Where the layers lie is shown here as soon as the model is loaded.</source>
            <translation>Къде са слоевете се показва тук, щом моделът се зареди.</translation>
        </message>
        <message>
            <source>Where the layers of a model lie, and what another context size would take, is shown here. Load a model to begin.</source>
            <translation>Тук се вижда къде са слоевете на модела и колко би заел друг размер на контекста. Заредете модел за начало.</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>Отваряне на модел…</translation>
        </message>
        <message>
            <source>Loaded with %1; the model was trained on %2.</source>
            <translation>Зареден с %1; моделът е обучен с %2.</translation>
        </message>
        <message>
            <source>The model is loaded with this context already</source>
            <translation>Моделът вече е зареден с този контекст</translation>
        </message>
        <message>
            <source>It would not fit: choose a smaller context</source>
            <translation>Няма да се побере: изберете по-малък контекст</translation>
        </message>
        <message>
            <source>Loads the model again; chats are kept</source>
            <translation>Зарежда модела отново; разговорите се пазят</translation>
        </message>
    </context>
    <context>
        <name>Profile</name>
        <message>
            <source>sampling</source>
            <translation>избор на токени</translation>
        </message>
        <message>
            <source>blk %1</source>
            <translation>блок %1</translation>
        </message>
        <message>
            <source>matrix product</source>
            <translation>матрично произведение</translation>
        </message>
        <message>
            <source>attention</source>
            <translation>внимание</translation>
        </message>
        <message>
            <source>norm</source>
            <translation>нормиране</translation>
        </message>
        <message>
            <source>position, KV write</source>
            <translation>позиция, запис в KV</translation>
        </message>
        <message>
            <source>activation</source>
            <translation>активация</translation>
        </message>
        <message>
            <source>copy, convert</source>
            <translation>копиране, преобразуване</translation>
        </message>
        <message>
            <source>wait</source>
            <translation>чакане</translation>
        </message>
        <message>
            <source>%1 % of roof</source>
            <translation>%1 % от тавана</translation>
        </message>
        <message>
            <source>memory bound</source>
            <translation>ограничено от паметта</translation>
        </message>
        <message>
            <source>compute bound</source>
            <translation>ограничено от изчисленията</translation>
        </message>
        <message>
            <source>slow path: %1</source>
            <translation>бавен път: %1</translation>
        </message>
        <message>
            <source>step %1</source>
            <translation>стъпка %1</translation>
        </message>
        <message>
            <source>decode</source>
            <translation>декодиране</translation>
        </message>
        <message>
            <source>prefill, 1 token</source>
            <translation>четене, 1 токен</translation>
        </message>
        <message numerus="yes">
            <source>prefill, %n tokens</source>
            <translation>
                <numerusform>четене, %n токен</numerusform>
                <numerusform>четене, %n токена</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ProfileExport</name>
        <message>
            <source>Export the profile</source>
            <translation>Износ на профила</translation>
        </message>
        <message>
            <source>Tables (*.csv)</source>
            <translation>Таблици (*.csv)</translation>
        </message>
        <message>
            <source>Chrome traces (*.json)</source>
            <translation>Трасета на Chrome (*.json)</translation>
        </message>
        <message>
            <source>Saved %1, %2</source>
            <translation>Записано %1, %2</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::SamplingPanel</name>
        <message>
            <source>Sampling</source>
            <translation>Избор на токени</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation>Нулиране на всичко</translation>
        </message>
        <message>
            <source>Back to %1</source>
            <translation>Обратно към %1</translation>
        </message>
        <message>
            <source>Reset %1</source>
            <translation>Нулиране: %1</translation>
        </message>
        <message>
            <source>Fixed seed</source>
            <translation>Постоянно начално число</translation>
        </message>
        <message>
            <source>The same seed, model and text give the same answer. Otherwise every answer has a seed of its own, shown in its tooltip.</source>
            <translation>Еднакви начално число, модел и текст дават еднакъв отговор. Иначе всеки отговор има свое число, показано в подсказката му.</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>Начално число</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::StatusLine</name>
        <message>
            <source>No model</source>
            <translation>Няма модел</translation>
        </message>
        <message>
            <source>Loading</source>
            <translation>Зареждане</translation>
        </message>
        <message>
            <source>Unloading</source>
            <translation>Освобождаване</translation>
        </message>
        <message>
            <source>Answering</source>
            <translation>Отговаря</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>Готово</translation>
        </message>
        <message>
            <source>1 thread</source>
            <translation>1 нишка</translation>
        </message>
        <message>
            <source>%1 threads</source>
            <translation>%1 нишки</translation>
        </message>
        <message>
            <source>context %1 / %2</source>
            <translation>контекст %1 / %2</translation>
        </message>
        <message>
            <source>KV %1</source>
            <translation>KV %1</translation>
        </message>
        <message>
            <source>plans %1 built, %2 reused</source>
            <translation>планове: %1 нови, %2 повторни</translation>
        </message>
        <message>
            <source>%1 barriers per layer</source>
            <translation>%1 бариери на слой</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::StepStrip</name>
        <message>
            <source>Steps</source>
            <translation>Стъпки</translation>
        </message>
        <message>
            <source>One bar per step. Left and right select a step.</source>
            <translation>По един стълб на стъпка. Стрелките наляво и надясно избират стъпка.</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TextBlock</name>
        <message>
            <source>picture</source>
            <translation>картина</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TimelineCanvas</name>
        <message>
            <source>Timeline of the step</source>
            <translation>Времева линия на стъпката</translation>
        </message>
        <message>
            <source>Comma and full stop select the previous and the next node; W and S zoom, A and D move.</source>
            <translation>Запетая и точка избират предишния и следващия възел; W и S мащабират, A и D местят.</translation>
        </message>
        <message numerus="yes">
            <source>%n steps. Zoom in to see them.</source>
            <translation>
                <numerusform>%n стъпки. Увеличете, за да ги видите.</numerusform>
                <numerusform>%n стъпки. Увеличете, за да ги видите.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n events. Zoom in to see them.</source>
            <translation>
                <numerusform>%n събития. Увеличете, за да ги видите.</numerusform>
                <numerusform>%n събития. Увеличете, за да ги видите.</numerusform>
            </translation>
        </message>
        <message>
            <source>Waiting for the other workers: %1</source>
            <translation>Чакане на другите нишки: %1</translation>
        </message>
        <message>
            <source>Sampling: %1</source>
            <translation>Избор на токен: %1</translation>
        </message>
        <message>
            <source>Token to text: %1</source>
            <translation>Токен към текст: %1</translation>
        </message>
        <message>
            <source>%1 on this worker</source>
            <translation>%1 на тази нишка</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TimelinePanel</name>
        <message>
            <source>What recording itself costs, measured, as a share of the step's time</source>
            <translation>Колко струва самото записване, измерено като дял от времето на стъпката</translation>
        </message>
        <message>
            <source>Follow</source>
            <translation>Следване</translation>
        </message>
        <message>
            <source>Show each new step as it comes (End)</source>
            <translation>Показване на всяка нова стъпка (End)</translation>
        </message>
        <message>
            <source>Selected node</source>
            <translation>Избран възел</translation>
        </message>
        <message>
            <source>Next Node</source>
            <translation>Следващ възел</translation>
        </message>
        <message>
            <source>Previous Node</source>
            <translation>Предишен възел</translation>
        </message>
        <message>
            <source>Next Step</source>
            <translation>Следваща стъпка</translation>
        </message>
        <message>
            <source>Previous Step</source>
            <translation>Предишна стъпка</translation>
        </message>
        <message>
            <source>Zoom to Selected Node</source>
            <translation>Увеличаване на избрания възел</translation>
        </message>
        <message>
            <source>Show Whole Step</source>
            <translation>Показване на цялата стъпка</translation>
        </message>
        <message>
            <source>Follow Newest Step</source>
            <translation>Следване на най-новата стъпка</translation>
        </message>
        <message>
            <source>Export as Chrome Trace…</source>
            <translation>Износ като трасе на Chrome…</translation>
        </message>
        <message>
            <source>Export as CSV…</source>
            <translation>Износ като CSV…</translation>
        </message>
        <message>
            <source>recording %1 %</source>
            <translation>записване %1 %</translation>
        </message>
        <message>
            <source> · %1 % slower than usual</source>
            <translation> · с %1 % по-бавно от обичайното</translation>
        </message>
        <message>
            <source>Click a node to see its cost; drag to measure; wheel or W and S to zoom.</source>
            <translation>Щракнете върху възел за цената му; влачете за измерване; колелце или W и S мащабират.</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TimelineView</name>
        <message>
            <source>This display offers no OpenGL, so the timeline cannot be drawn. The Ops view shows the same steps as a table.</source>
            <translation>Този екран няма OpenGL и времевата линия не може да се начертае. „Операции“ показва същите стъпки като таблица.</translation>
        </message>
        <message>
            <source>Each step of an answer appears here, with every node on every worker. Load a model to begin.</source>
            <translation>Тук се вижда всяка стъпка на отговора с всеки възел на всяка нишка. Заредете модел за начало.</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>Отваряне на модел…</translation>
        </message>
        <message>
            <source>Each step of an answer appears here, with every node on every worker. Send a message to see the first one.</source>
            <translation>Тук се вижда всяка стъпка на отговора с всеки възел на всяка нишка. Изпратете съобщение, за да видите първата.</translation>
        </message>
        <message>
            <source>Go to Chat</source>
            <translation>Към разговора</translation>
        </message>
        <message>
            <source>Show Ops</source>
            <translation>Към „Операции“</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TopBar</name>
        <message>
            <source>Model</source>
            <translation>Модел</translation>
        </message>
        <message>
            <source>Search models, chats, commands</source>
            <translation>Търсене на модели, разговори, команди</translation>
        </message>
        <message>
            <source>The profiler records every step; this is what recording costs of the step time</source>
            <translation>Профилирането записва всяка стъпка; това е цената на записа като дял от времето</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>Отваряне на файл с модел…</translation>
        </message>
        <message>
            <source>Loading %1 %</source>
            <translation>Зареждане %1 %</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>Изберете модел</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1, %2</translation>
        </message>
        <message>
            <source>%1 %2 %</source>
            <translation>%1 %2 %</translation>
        </message>
        <message>
            <source>Recording %1 %</source>
            <translation>Записва %1 %</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ViewDock</name>
        <message>
            <source>Float or dock</source>
            <translation>Отделяне или закачане</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Затваряне</translation>
        </message>
    </context>
    <context>
        <name>ViewSpec</name>
        <message>
            <source>Chat</source>
            <translation>Разговор</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>Разговори</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Памет</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Модели</translation>
        </message>
        <message>
            <source>Ops</source>
            <translation>Операции</translation>
        </message>
        <message>
            <source>Placement</source>
            <translation>Разположение</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>Времева линия</translation>
        </message>
    </context>
    <context>
        <name>WindowOptions</name>
        <message>
            <source>A workbench for language models on your own computer.</source>
            <translation>Работно място за езикови модели на собствения ви компютър.</translation>
        </message>
        <message>
            <source>Model to load.</source>
            <translation>Модел за зареждане.</translation>
        </message>
        <message>
            <source>Sends the message once the model is loaded.</source>
            <translation>Изпраща съобщението, щом моделът се зареди.</translation>
        </message>
        <message>
            <source>Shows the view: %1.</source>
            <translation>Показва изгледа: %1.</translation>
        </message>
        <message>
            <source>light, dark or system.</source>
            <translation>light, dark или system.</translation>
        </message>
        <message>
            <source>Size of the window.</source>
            <translation>Размер на прозореца.</translation>
        </message>
        <message>
            <source>Scale of everything, 0.5 to 4.</source>
            <translation>Мащаб на всичко, от 0.5 до 4.</translation>
        </message>
        <message>
            <source>Language, for example bg or zh_CN.</source>
            <translation>Език, например bg или zh_CN.</translation>
        </message>
        <message>
            <source>Writes the window as PNG when the answer is complete.</source>
            <translation>Записва прозореца като PNG, когато отговорът е готов.</translation>
        </message>
        <message>
            <source>Ends the program afterwards.</source>
            <translation>След това приключва програмата.</translation>
        </message>
        <message>
            <source>Opens a window of its own even when one is open.</source>
            <translation>Отваря собствен прозорец, дори да има отворен.</translation>
        </message>
        <message>
            <source>Shows this help.</source>
            <translation>Показва тази помощ.</translation>
        </message>
        <message>
            <source>Shows the version.</source>
            <translation>Показва версията.</translation>
        </message>
    </context>
    <context>
        <name>SamplerParameters</name>
        <message>
            <source>tokens</source>
            <translation>токена</translation>
        </message>
        <message>
            <source>bits</source>
            <translation>бита</translation>
        </message>
        <message>
            <source>Repeat penalty</source>
            <translation>Наказание за повторение</translation>
        </message>
        <message>
            <source>Repeat last n</source>
            <translation>Повторение: последни n</translation>
        </message>
        <message>
            <source>Frequency penalty</source>
            <translation>Наказание по честота</translation>
        </message>
        <message>
            <source>Presence penalty</source>
            <translation>Наказание за наличие</translation>
        </message>
        <message>
            <source>DRY multiplier</source>
            <translation>DRY: сила</translation>
        </message>
        <message>
            <source>DRY base</source>
            <translation>DRY: основа</translation>
        </message>
        <message>
            <source>DRY allowed length</source>
            <translation>DRY: позволена дължина</translation>
        </message>
        <message>
            <source>DRY penalty last n</source>
            <translation>DRY: последни n</translation>
        </message>
        <message>
            <source>Top n sigma</source>
            <translation>Top n sigma</translation>
        </message>
        <message>
            <source>Top k</source>
            <translation>Top k</translation>
        </message>
        <message>
            <source>Top p</source>
            <translation>Top p</translation>
        </message>
        <message>
            <source>Min p</source>
            <translation>Min p</translation>
        </message>
        <message>
            <source>Typical p</source>
            <translation>Типично p</translation>
        </message>
        <message>
            <source>XTC probability</source>
            <translation>XTC: вероятност</translation>
        </message>
        <message>
            <source>XTC threshold</source>
            <translation>XTC: праг</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>Температура</translation>
        </message>
        <message>
            <source>Dynatemp range</source>
            <translation>Динамична температура: обхват</translation>
        </message>
        <message>
            <source>Dynatemp exponent</source>
            <translation>Динамична температура: степен</translation>
        </message>
        <message>
            <source>Mirostat</source>
            <translation>Mirostat</translation>
        </message>
        <message>
            <source>Mirostat tau</source>
            <translation>Mirostat tau</translation>
        </message>
        <message>
            <source>Mirostat eta</source>
            <translation>Mirostat eta</translation>
        </message>
        <message>
            <source>Adaptive target</source>
            <translation>Адаптивна цел</translation>
        </message>
        <message>
            <source>Adaptive decay</source>
            <translation>Адаптивно затихване</translation>
        </message>
        <message>
            <source>Makes tokens seen lately less probable: divides their logits; 1 is off.</source>
            <translation>Прави скорошните токени по-малко вероятни: дели логитите им; 1 изключва.</translation>
        </message>
        <message>
            <source>How many of the last tokens the three penalties look at; 0 is off.</source>
            <translation>Колко от последните токени гледат трите наказания; 0 изключва.</translation>
        </message>
        <message>
            <source>Taken off a token's logit once for each time it was seen lately; 0 is off.</source>
            <translation>Изважда се от логита на токена за всяка негова скорошна поява; 0 изключва.</translation>
        </message>
        <message>
            <source>Taken off the logit of every token seen lately; 0 is off.</source>
            <translation>Изважда се от логита на всеки скорошен токен; 0 изключва.</translation>
        </message>
        <message>
            <source>How strongly longer and longer repetitions are made improbable; 0 is off.</source>
            <translation>Колко силно все по-дългите повторения стават невероятни; 0 изключва.</translation>
        </message>
        <message>
            <source>By how much the penalty grows with each repeated token; below 1 is off.</source>
            <translation>С колко расте наказанието при всеки повторен токен; под 1 изключва.</translation>
        </message>
        <message>
            <source>Repetitions shorter than this are free.</source>
            <translation>По-къси повторения от това не се наказват.</translation>
        </message>
        <message>
            <source>How many of the last tokens are searched for repetitions; 0 is off.</source>
            <translation>В колко от последните токени се търсят повторения; 0 изключва.</translation>
        </message>
        <message>
            <source>Drops tokens whose logit is more than so many standard deviations below the best; 0 and less is off.</source>
            <translation>Отхвърля токени, чийто логит е с повече от толкова стандартни отклонения под най-добрия; 0 и по-малко изключва.</translation>
        </message>
        <message>
            <source>Keeps the k most probable tokens; 0 is off.</source>
            <translation>Оставя k-те най-вероятни токена; 0 изключва.</translation>
        </message>
        <message>
            <source>Keeps the tokens that surprise about as much as is usual here, up to this joint probability; 1 is off.</source>
            <translation>Оставя токените, които изненадват колкото е обичайно тук, до тази обща вероятност; 1 изключва.</translation>
        </message>
        <message>
            <source>Keeps the smallest set of best tokens whose probabilities reach p together; 1 is off.</source>
            <translation>Оставя най-малкото множество от най-добри токени, чиито вероятности заедно достигат p; 1 изключва.</translation>
        </message>
        <message>
            <source>Drops tokens less probable than this share of the best one; 0 is off.</source>
            <translation>Отхвърля токени с вероятност под този дял от тази на най-добрия; 0 изключва.</translation>
        </message>
        <message>
            <source>How often the most probable tokens are left out; 0 is off.</source>
            <translation>Колко често най-вероятните токени се изпускат; 0 изключва.</translation>
        </message>
        <message>
            <source>Tokens at least as probable are left out, all but the last of them; above 0.5 is off.</source>
            <translation>Токените с поне такава вероятност се изпускат, без последния от тях; над 0,5 изключва.</translation>
        </message>
        <message>
            <source>Higher is more varied, lower more predictable; 0 always takes the most probable token.</source>
            <translation>По-висока дава по-разнообразен текст, по-ниска по-предвидим; 0 винаги взема най-вероятния токен.</translation>
        </message>
        <message>
            <source>How far the temperature moves with the entropy, up and down; 0 is off.</source>
            <translation>Колко се мени температурата с ентропията нагоре и надолу; 0 изключва.</translation>
        </message>
        <message>
            <source>How the temperature follows the entropy; 1 is in proportion.</source>
            <translation>Как температурата следва ентропията; 1 е пропорционално.</translation>
        </message>
        <message>
            <source>Holds the surprise of the text constant: version 1 or 2 of Mirostat, instead of all other samplers but the temperature; 0 is off.</source>
            <translation>Държи изненадата на текста постоянна: версия 1 или 2 на Mirostat вместо всичко друго освен температурата; 0 изключва.</translation>
        </message>
        <message>
            <source>The surprise per token to hold.</source>
            <translation>Изненадата на токен, която да се държи.</translation>
        </message>
        <message>
            <source>How fast the limit follows the surprise seen.</source>
            <translation>Колко бързо границата следва наблюдаваната изненада.</translation>
        </message>
        <message>
            <source>Draws tokens about this probable, on average; below 0 is off.</source>
            <translation>Тегли средно токени с около тази вероятност; под 0 изключва.</translation>
        </message>
        <message>
            <source>How much of what was drawn before still counts after each token.</source>
            <translation>Каква част от изтегленото досега още тежи след всеки токен.</translation>
        </message>
    </context>
    <context>
        <name>ProfileLanes</name>
        <message>
            <source>worker</source>
            <translation>нишка</translation>
        </message>
        <message>
            <source>sampler</source>
            <translation>избор</translation>
        </message>
    </context>
</TS>
