<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>BufferTable</name>
        <message>
            <source>Buffer</source>
            <translation>缓冲区</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>类型</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Predicted</source>
            <translation>预计</translation>
        </message>
        <message>
            <source>Actual</source>
            <translation>实际</translation>
        </message>
        <message>
            <source>weights</source>
            <translation>权重</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV 缓存</translation>
        </message>
        <message>
            <source>compute</source>
            <translation>计算</translation>
        </message>
        <message>
            <source>output</source>
            <translation>输出</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ChatListModel</name>
        <message>
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
        <message>
            <source>Last 7 days</source>
            <translation>最近 7 天</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>新对话</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ChatView</name>
        <message>
            <source>Loading</source>
            <translation>正在加载</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Sampling</source>
            <translation>采样</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>系统提示词</translation>
        </message>
        <message>
            <source>Goes before the conversation: who the model is, how it should answer.</source>
            <translation>置于对话之前：说明模型的身份和回答方式。</translation>
        </message>
        <message>
            <source>System</source>
            <translation>系统提示</translation>
        </message>
        <message>
            <source>Stop the answer</source>
            <translation>停止回答</translation>
        </message>
        <message>
            <source>Answer again</source>
            <translation>重新回答</translation>
        </message>
        <message>
            <source>Edit the last message</source>
            <translation>编辑上一条消息</translation>
        </message>
        <message>
            <source>Copy the last answer</source>
            <translation>复制上一个回答</translation>
        </message>
        <message>
            <source>Write a message</source>
            <translation>撰写消息</translation>
        </message>
        <message>
            <source>Return to the end</source>
            <translation>回到末尾</translation>
        </message>
        <message>
            <source>Chats cannot be saved. What you write now is lost when the program ends.</source>
            <translation>无法保存对话。现在写的内容会在程序退出时丢失。</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>新对话</translation>
        </message>
        <message>
            <source>System (set)</source>
            <translation>系统提示（已设置）</translation>
        </message>
        <message>
            <source>Loading %1</source>
            <translation>正在加载 %1</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>Load with…</source>
            <translation>按设置加载…</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>关闭提示</translation>
        </message>
        <message>
            <source>This file holds no vocabulary, so the model cannot read or write text.</source>
            <translation>此文件不含词表，因此模型无法读写文本。</translation>
        </message>
        <message>
            <source>The chat template of this model cannot be used (%1). Your text goes in as it is, and the model continues it.</source>
            <translation>此模型的对话模板无法使用（%1）。您的文本将原样输入，由模型续写。</translation>
        </message>
        <message>
            <source>This model has no chat template: your text goes in as it is, and the model continues it.</source>
            <translation>此模型没有对话模板：您的文本将原样输入，由模型续写。</translation>
        </message>
        <message>
            <source>The model is still loading</source>
            <translation>模型仍在加载</translation>
        </message>
        <message>
            <source>Load a model first</source>
            <translation>请先加载模型</translation>
        </message>
        <message>
            <source>The model has no vocabulary</source>
            <translation>模型没有词表</translation>
        </message>
        <message>
            <source>An answer is being written in another chat</source>
            <translation>另一个对话正在生成回答</translation>
        </message>
        <message>
            <source>Text to continue</source>
            <translation>要续写的文本</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Ask %1 anything</source>
            <translation>向 %1 提问</translation>
        </message>
        <message>
            <source>It runs on this computer; nothing you write leaves it. Write below and press Enter.</source>
            <translation>模型在本机运行，您写的内容不会离开本机。在下方输入并按 Enter。</translation>
        </message>
        <message>
            <source>Loading…</source>
            <translation>正在加载…</translation>
        </message>
        <message>
            <source>You can write your message already.</source>
            <translation>现在就可以开始写消息。</translation>
        </message>
        <message>
            <source>No model is loaded</source>
            <translation>未加载模型</translation>
        </message>
        <message>
            <source>A model is one file ending in .gguf. Open one, drop it on this window, or choose one under Models; then chat with it here.</source>
            <translation>模型是一个以 .gguf 结尾的文件。打开它、把它拖到此窗口，或在“模型”中选择，然后在这里对话。</translation>
        </message>
        <message>
            <source>Load the starter model</source>
            <translation>加载入门模型</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>打开模型文件…</translation>
        </message>
        <message>
            <source>Wait until the answer is complete, or stop it</source>
            <translation>请等待回答完成，或停止回答</translation>
        </message>
        <message>
            <source>Thinking…</source>
            <translation>思考中…</translation>
        </message>
        <message>
            <source>Reading the prompt: %1 of %2 tokens, %3 reused</source>
            <translation>正在读取提示：%1 / %2 个词元，复用 %3</translation>
        </message>
        <message>
            <source>Editing an earlier message. The old version is kept beside the new one.</source>
            <translation>正在编辑较早的消息。旧版本会与新版本一并保留。</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ChatsView</name>
        <message>
            <source>Search titles and texts</source>
            <translation>搜索标题和正文</translation>
        </message>
        <message>
            <source>Search chats</source>
            <translation>搜索对话</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>新对话</translation>
        </message>
        <message>
            <source>Rename the chat</source>
            <translation>重命名对话</translation>
        </message>
        <message>
            <source>Move the chat to the trash</source>
            <translation>将对话移到回收站</translation>
        </message>
        <message>
            <source>Undo the deletion</source>
            <translation>撤销删除</translation>
        </message>
        <message>
            <source>Search the chats</source>
            <translation>搜索对话</translation>
        </message>
        <message>
            <source>Moved to the trash</source>
            <translation>已移到回收站</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Nothing found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>No chats yet</source>
            <translation>还没有对话</translation>
        </message>
        <message>
            <source>No title and no message contains this text.</source>
            <translation>没有标题或消息包含此文本。</translation>
        </message>
        <message>
            <source>Every chat is kept on this computer and listed here by day.</source>
            <translation>所有对话都保存在本机，并按日期列在这里。</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::CodeBlock</name>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copies the code</source>
            <translation>复制代码</translation>
        </message>
        <message>
            <source>Code</source>
            <translation>代码</translation>
        </message>
        <message>
            <source>code</source>
            <translation>代码</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::CommandPalette</name>
        <message>
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Search models, chats, commands</source>
            <translation>搜索模型、对话、命令</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::Composer</name>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Context: positions taken, and how many there are</source>
            <translation>上下文：已用位置和总数</translation>
        </message>
        <message>
            <source>Cancel editing</source>
            <translation>取消编辑</translation>
        </message>
        <message>
            <source>Stop (Esc)</source>
            <translation>停止 (Esc)</translation>
        </message>
        <message>
            <source>Send (Enter)</source>
            <translation>发送 (Enter)</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::DeviceMemory</name>
        <message>
            <source>actual</source>
            <translation>实际</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预计</translation>
        </message>
        <message>
            <source>%1 free</source>
            <translation>%1 可用</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::DeviceRow</name>
        <message>
            <source>Predicted memory</source>
            <translation>预计内存</translation>
        </message>
        <message>
            <source>%1 of %2 layers</source>
            <translation>%1 / %2 层</translation>
        </message>
        <message>
            <source>%1 predicted · %2 free of %3</source>
            <translation>预计 %1 · 可用 %2，共 %3</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ErrorCard</name>
        <message>
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copies the sentence, the advice and the details</source>
            <translation>复制说明、建议和详情</translation>
        </message>
    </context>
    <context>
        <name>ErrorText</name>
        <message>
            <source>This setting is not possible</source>
            <translation>此设置不可行</translation>
        </message>
        <message>
            <source>Something that is needed was not found</source>
            <translation>未找到所需内容</translation>
        </message>
        <message>
            <source>The file cannot be opened</source>
            <translation>无法打开文件</translation>
        </message>
        <message>
            <source>Reading or writing a file broke off</source>
            <translation>读写文件时中断</translation>
        </message>
        <message>
            <source>The file is damaged</source>
            <translation>文件已损坏</translation>
        </message>
        <message>
            <source>This version cannot do that</source>
            <translation>此版本不支持</translation>
        </message>
        <message>
            <source>It does not fit into memory</source>
            <translation>内存不足以容纳</translation>
        </message>
        <message>
            <source>The context is full</source>
            <translation>上下文已满</translation>
        </message>
        <message>
            <source>Stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <source>This is already under way</source>
            <translation>已在进行中</translation>
        </message>
        <message>
            <source>Something went wrong inside the program</source>
            <translation>程序内部出错</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::KvChart</name>
        <message>
            <source>Positions in the KV cache over time</source>
            <translation>KV 缓存位置随时间变化</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::LoadDialog</name>
        <message>
            <source>Load %1</source>
            <translation>加载 %1</translation>
        </message>
        <message>
            <source>Default</source>
            <translation>默认</translation>
        </message>
        <message>
            <source>How many tokens the conversation may have. Default: what the model was trained for, at most 4 096.</source>
            <translation>对话最多可含多少词元。默认：模型训练时的长度，最多 4 096。</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Threads that compute. Automatic: one per core.</source>
            <translation>计算线程数。自动：每核一个。</translation>
        </message>
        <message>
            <source>F16 (half the memory)</source>
            <translation>F16（内存减半）</translation>
        </message>
        <message>
            <source>F32 (exact)</source>
            <translation>F32（精确）</translation>
        </message>
        <message>
            <source>&amp;Context</source>
            <translation>上下文(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Threads</source>
            <translation>线程(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;KV cache</source>
            <translation>KV 缓存(&amp;K)</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>加载</translation>
        </message>
        <message>
            <source>Context of %1 tokens. %2.</source>
            <translation>上下文 %1 个词元。%2。</translation>
        </message>
        <message>
            <source>%1: %2 of %3 free (weights %4, KV %5, compute %6)</source>
            <translation>%1：%2，可用 %3（权重 %4，KV %5，计算 %6）</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MainWindow</name>
        <message>
            <source>Docks</source>
            <translation>面板</translation>
        </message>
        <message>
            <source>%1 — Cutaway</source>
            <translation>%1 — Cutaway</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>打开模型文件…</translation>
        </message>
        <message>
            <source>Load again with…</source>
            <translation>按设置重新加载…</translation>
        </message>
        <message>
            <source>Eject</source>
            <translation>卸载</translation>
        </message>
        <message>
            <source>Unloads the model and frees its memory</source>
            <translation>卸载模型并释放其内存</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Command palette…</source>
            <translation>命令面板…</translation>
        </message>
        <message>
            <source>See inside</source>
            <translation>查看内部</translation>
        </message>
        <message>
            <source>Shows what the model does while it answers: timeline, operations, memory, placement</source>
            <translation>显示模型回答时的内部工作：时间线、算子、内存、放置</translation>
        </message>
        <message>
            <source>Next dock</source>
            <translation>下一个面板</translation>
        </message>
        <message>
            <source>Previous dock</source>
            <translation>上一个面板</translation>
        </message>
        <message>
            <source>Docks back to their places</source>
            <translation>恢复面板位置</translation>
        </message>
        <message>
            <source>About Cutaway</source>
            <translation>关于 Cutaway</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>&amp;Profiler</source>
            <translation>性能分析(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Load %1</source>
            <translation>加载 %1</translation>
        </message>
        <message>
            <source>Chat: %1</source>
            <translation>对话：%1</translation>
        </message>
        <message>
            <source>Open a model file</source>
            <translation>打开模型文件</translation>
        </message>
        <message>
            <source>Models (*.gguf);;All files (*)</source>
            <translation>模型 (*.gguf);;所有文件 (*)</translation>
        </message>
        <message>
            <source>Cutaway %1

A workbench for language models on your own computer: chat with a model, and see inside it while it runs.

Free software under the GNU General Public License, version 3 or later.</source>
            <translation>Cutaway %1

在您自己电脑上使用语言模型的工作台：与模型对话，并在运行时查看其内部。

自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MemoryView</name>
        <message>
            <source>Buffers</source>
            <translation>缓冲区</translation>
        </message>
        <message>
            <source>KV cache map</source>
            <translation>KV 缓存图</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV 缓存</translation>
        </message>
        <message>
            <source>%1 of %2 cells</source>
            <translation>%1 / %2 单元</translation>
        </message>
        <message>
            <source>%1: %2 of %3</source>
            <translation>%1：%2 / %3</translation>
        </message>
        <message>
            <source>The memory of the model appears here as soon as it is loaded.</source>
            <translation>模型加载后，其内存占用会显示在这里。</translation>
        </message>
        <message>
            <source>What a model takes on each device appears here, and how its KV cache fills. Load a model to begin.</source>
            <translation>这里显示模型在各设备上的占用以及 KV 缓存的填充情况。请先加载模型。</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>打开模型…</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MessageList</name>
        <message>
            <source>Conversation</source>
            <translation>对话内容</translation>
        </message>
        <message>
            <source>Return to the end</source>
            <translation>回到末尾</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::MessageWidget</name>
        <message>
            <source>Previous version</source>
            <translation>上一版本</translation>
        </message>
        <message>
            <source>Next version</source>
            <translation>下一版本</translation>
        </message>
        <message>
            <source>Copy the message</source>
            <translation>复制消息</translation>
        </message>
        <message>
            <source>Answer again; this answer is kept</source>
            <translation>重新回答；保留此回答</translation>
        </message>
        <message>
            <source>Edit and send again; this version is kept</source>
            <translation>编辑并重新发送；保留此版本</translation>
        </message>
        <message>
            <source>Move to the trash, with what follows</source>
            <translation>移到回收站，连同其后内容</translation>
        </message>
        <message>
            <source>Your message</source>
            <translation>您的消息</translation>
        </message>
        <message>
            <source>Answer</source>
            <translation>回答</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <source>first token %1</source>
            <translation>首词元 %1</translation>
        </message>
        <message>
            <source>1 token</source>
            <translation>1 个词元</translation>
        </message>
        <message>
            <source>%1 tokens</source>
            <translation>%1 个词元</translation>
        </message>
        <message>
            <source>reused %1</source>
            <translation>复用 %1</translation>
        </message>
        <message>
            <source>stopped at the token limit</source>
            <translation>达到词元上限</translation>
        </message>
        <message>
            <source>stopped at a stop text</source>
            <translation>遇到停止文本</translation>
        </message>
        <message>
            <source>the context is full</source>
            <translation>上下文已满</translation>
        </message>
        <message>
            <source>seed %1</source>
            <translation>种子 %1</translation>
        </message>
        <message>
            <source>The context is full, so the answer ends here. Nothing was dropped.</source>
            <translation>上下文已满，回答到此为止。没有丢弃任何内容。</translation>
        </message>
        <message>
            <source>Load the model with a larger context, or go on in a new chat.</source>
            <translation>请用更大的上下文加载模型，或在新对话中继续。</translation>
        </message>
        <message>
            <source>Larger context…</source>
            <translation>更大的上下文…</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>新对话</translation>
        </message>
        <message>
            <source>The answer could not be completed.</source>
            <translation>回答未能完成。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ModelListModel</name>
        <message>
            <source>Fits into memory</source>
            <translation>内存充足</translation>
        </message>
        <message>
            <source>Fits, but memory is tight</source>
            <translation>可容纳，但内存紧张</translation>
        </message>
        <message>
            <source>Does not fit into memory</source>
            <translation>内存不足</translation>
        </message>
        <message>
            <source>Cannot be loaded by this version</source>
            <translation>此版本无法加载</translation>
        </message>
        <message>
            <source>Trained for %1 tokens of context</source>
            <translation>训练上下文为 %1 个词元</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ModelsView</name>
        <message>
            <source>Filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>Filter models</source>
            <translation>筛选模型</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Load the selected model</source>
            <translation>加载所选模型</translation>
        </message>
        <message>
            <source>Load with…</source>
            <translation>按设置加载…</translation>
        </message>
        <message>
            <source>Show in its folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <source>Remove from the list</source>
            <translation>从列表移除</translation>
        </message>
        <message>
            <source>Add a folder of models…</source>
            <translation>添加模型文件夹…</translation>
        </message>
        <message>
            <source>Look through the folders again</source>
            <translation>重新扫描文件夹</translation>
        </message>
        <message>
            <source>Add folder…</source>
            <translation>添加文件夹…</translation>
        </message>
        <message>
            <source>Open file…</source>
            <translation>打开文件…</translation>
        </message>
        <message>
            <source>No models yet</source>
            <translation>还没有模型</translation>
        </message>
        <message>
            <source>Model files that you open, and those in folders that you add, are listed here with their size and whether they fit into memory.</source>
            <translation>您打开的模型文件和所添加文件夹中的模型会列在这里，并显示大小及内存是否足够。</translation>
        </message>
        <message>
            <source>Load the starter model</source>
            <translation>加载入门模型</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>打开模型文件…</translation>
        </message>
        <message>
            <source>Add a folder…</source>
            <translation>添加文件夹…</translation>
        </message>
        <message>
            <source>Looking through the folders…</source>
            <translation>正在扫描文件夹…</translation>
        </message>
        <message>
            <source>Add a folder of models</source>
            <translation>添加模型文件夹</translation>
        </message>
        <message>
            <source>Remove the folder %1</source>
            <translation>移除文件夹 %1</translation>
        </message>
    </context>
    <context>
        <name>OpTable</name>
        <message>
            <source>Share, %</source>
            <translation>占比，%</translation>
        </message>
        <message>
            <source>Total time as a share of the steps' wall time</source>
            <translation>总时间占步骤时间的比例</translation>
        </message>
        <message>
            <source>Self, ms</source>
            <translation>自身，ms</translation>
        </message>
        <message>
            <source>Time spent running, averaged over the workers</source>
            <translation>运行时间，各工作线程平均</translation>
        </message>
        <message>
            <source>Total, ms</source>
            <translation>总计，ms</translation>
        </message>
        <message>
            <source>Self time and the waits at the barriers right after it</source>
            <translation>自身时间及其后屏障处的等待</translation>
        </message>
        <message>
            <source>Count</source>
            <translation>次数</translation>
        </message>
        <message>
            <source>Runs: one per node and step</source>
            <translation>运行次数：每节点每步一次</translation>
        </message>
        <message>
            <source>P50, µs</source>
            <translation>P50，µs</translation>
        </message>
        <message>
            <source>Half of the runs took at most this long</source>
            <translation>半数运行不超过此时长</translation>
        </message>
        <message>
            <source>P99, µs</source>
            <translation>P99，µs</translation>
        </message>
        <message>
            <source>99 of 100 runs took at most this long</source>
            <translation>99% 的运行不超过此时长</translation>
        </message>
        <message>
            <source>GB/s</source>
            <translation>GB/s</translation>
        </message>
        <message>
            <source>Bytes read and written while running</source>
            <translation>运行时读写的字节</translation>
        </message>
        <message>
            <source>GFLOP/s</source>
            <translation>GFLOP/s</translation>
        </message>
        <message>
            <source>Floating-point operations while running</source>
            <translation>运行时的浮点运算</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::OpsView</name>
        <message>
            <source>Role in the block</source>
            <translation>块内角色</translation>
        </message>
        <message>
            <source>Op</source>
            <translation>算子</translation>
        </message>
        <message>
            <source>Node</source>
            <translation>节点</translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>层</translation>
        </message>
        <message>
            <source>Filter: gate, down, -quantise</source>
            <translation>筛选：gate, down, -quantise</translation>
        </message>
        <message>
            <source>Words with commas between them: a row needs one of them; a minus leaves rows out</source>
            <translation>以逗号分隔的词：行需包含其一；减号表示排除</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>Group by</source>
            <translation>分组</translation>
        </message>
        <message>
            <source>Costs</source>
            <translation>开销</translation>
        </message>
        <message>
            <source>Filter Ops</source>
            <translation>筛选算子</translation>
        </message>
        <message>
            <source>selected steps: %1</source>
            <translation>所选步骤：%1</translation>
        </message>
        <message>
            <source>latest decode steps: %1</source>
            <translation>最近的解码步骤：%1</translation>
        </message>
        <message>
            <source>latest prefill steps: %1</source>
            <translation>最近的预填充步骤：%1</translation>
        </message>
        <message>
            <source>waiting %1 %</source>
            <translation>等待 %1 %</translation>
        </message>
        <message>
            <source>The cost of every op appears here: time, waits, bandwidth. Load a model to begin.</source>
            <translation>这里显示每个算子的开销：时间、等待、带宽。请先加载模型。</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>打开模型…</translation>
        </message>
        <message>
            <source>The cost of every op appears here: time, waits, bandwidth. Send a message to see it.</source>
            <translation>这里显示每个算子的开销：时间、等待、带宽。发送一条消息即可查看。</translation>
        </message>
        <message>
            <source>Go to Chat</source>
            <translation>转到对话</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::PlacementView</name>
        <message>
            <source>%1 on %2, %3 free</source>
            <translation>%2 上 %1，可用 %3</translation>
        </message>
        <message>
            <source>Reload with This Context</source>
            <translation>用此上下文重新加载</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source> tokens</source>
            <translation> 个词元</translation>
        </message>
        <message>
            <source>Context size</source>
            <translation>上下文大小</translation>
        </message>
        <message>
            <source>Where the layers lie is shown here as soon as the model is loaded.</source>
            <translation>模型加载后，各层所在位置会显示在这里。</translation>
        </message>
        <message>
            <source>Where the layers of a model lie, and what another context size would take, is shown here. Load a model to begin.</source>
            <translation>这里显示模型各层的位置以及其他上下文大小所需的内存。请先加载模型。</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>打开模型…</translation>
        </message>
        <message>
            <source>Loaded with %1; the model was trained on %2.</source>
            <translation>已加载 %1；模型训练时为 %2。</translation>
        </message>
        <message>
            <source>The model is loaded with this context already</source>
            <translation>模型已使用此上下文加载</translation>
        </message>
        <message>
            <source>It would not fit: choose a smaller context</source>
            <translation>无法容纳：请选择更小的上下文</translation>
        </message>
        <message>
            <source>Loads the model again; chats are kept</source>
            <translation>重新加载模型；对话会保留</translation>
        </message>
    </context>
    <context>
        <name>Profile</name>
        <message>
            <source>sampling</source>
            <translation>采样</translation>
        </message>
        <message>
            <source>blk %1</source>
            <translation>块 %1</translation>
        </message>
        <message>
            <source>matrix product</source>
            <translation>矩阵乘</translation>
        </message>
        <message>
            <source>attention</source>
            <translation>注意力</translation>
        </message>
        <message>
            <source>norm</source>
            <translation>归一化</translation>
        </message>
        <message>
            <source>position, KV write</source>
            <translation>位置、KV 写入</translation>
        </message>
        <message>
            <source>activation</source>
            <translation>激活</translation>
        </message>
        <message>
            <source>copy, convert</source>
            <translation>复制、转换</translation>
        </message>
        <message>
            <source>wait</source>
            <translation>等待</translation>
        </message>
        <message>
            <source>%1 % of roof</source>
            <translation>上限的 %1 %</translation>
        </message>
        <message>
            <source>memory bound</source>
            <translation>受内存限制</translation>
        </message>
        <message>
            <source>compute bound</source>
            <translation>受计算限制</translation>
        </message>
        <message>
            <source>slow path: %1</source>
            <translation>慢速路径：%1</translation>
        </message>
        <message>
            <source>step %1</source>
            <translation>步骤 %1</translation>
        </message>
        <message>
            <source>decode</source>
            <translation>解码</translation>
        </message>
        <message>
            <source>prefill, 1 token</source>
            <translation>预填充，1 个词元</translation>
        </message>
        <message numerus="yes">
            <source>prefill, %n tokens</source>
            <translation>
                <numerusform>预填充，%n 个词元</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ProfileExport</name>
        <message>
            <source>Export the profile</source>
            <translation>导出性能数据</translation>
        </message>
        <message>
            <source>Tables (*.csv)</source>
            <translation>表格 (*.csv)</translation>
        </message>
        <message>
            <source>Chrome traces (*.json)</source>
            <translation>Chrome 跟踪 (*.json)</translation>
        </message>
        <message>
            <source>Saved %1, %2</source>
            <translation>已保存 %1，%2</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::SamplingPanel</name>
        <message>
            <source>Sampling</source>
            <translation>采样</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation>全部重置</translation>
        </message>
        <message>
            <source>Back to %1</source>
            <translation>恢复为 %1</translation>
        </message>
        <message>
            <source>Reset %1</source>
            <translation>重置 %1</translation>
        </message>
        <message>
            <source>Fixed seed</source>
            <translation>固定种子</translation>
        </message>
        <message>
            <source>The same seed, model and text give the same answer. Otherwise every answer has a seed of its own, shown in its tooltip.</source>
            <translation>相同的种子、模型和文本会得到相同的回答。否则每个回答都有自己的种子，显示在其提示中。</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>种子</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::StatusLine</name>
        <message>
            <source>No model</source>
            <translation>无模型</translation>
        </message>
        <message>
            <source>Loading</source>
            <translation>正在加载</translation>
        </message>
        <message>
            <source>Unloading</source>
            <translation>正在卸载</translation>
        </message>
        <message>
            <source>Answering</source>
            <translation>正在回答</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>1 thread</source>
            <translation>1 个线程</translation>
        </message>
        <message>
            <source>%1 threads</source>
            <translation>%1 个线程</translation>
        </message>
        <message>
            <source>context %1 / %2</source>
            <translation>上下文 %1 / %2</translation>
        </message>
        <message>
            <source>KV %1</source>
            <translation>KV %1</translation>
        </message>
        <message>
            <source>plans %1 built, %2 reused</source>
            <translation>计划：新建 %1，复用 %2</translation>
        </message>
        <message>
            <source>%1 barriers per layer</source>
            <translation>每层 %1 个屏障</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::StepStrip</name>
        <message>
            <source>Steps</source>
            <translation>步骤</translation>
        </message>
        <message>
            <source>One bar per step. Left and right select a step.</source>
            <translation>每步一个柱。左右键选择步骤。</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TextBlock</name>
        <message>
            <source>picture</source>
            <translation>图片</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TimelineCanvas</name>
        <message>
            <source>Timeline of the step</source>
            <translation>步骤的时间线</translation>
        </message>
        <message>
            <source>Comma and full stop select the previous and the next node; W and S zoom, A and D move.</source>
            <translation>逗号和句号选择上一个和下一个节点；W、S 缩放，A、D 移动。</translation>
        </message>
        <message numerus="yes">
            <source>%n steps. Zoom in to see them.</source>
            <translation>
                <numerusform>%n 个步骤。放大以查看。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n events. Zoom in to see them.</source>
            <translation>
                <numerusform>%n 个事件。放大以查看。</numerusform>
            </translation>
        </message>
        <message>
            <source>Waiting for the other workers: %1</source>
            <translation>等待其他工作线程：%1</translation>
        </message>
        <message>
            <source>Sampling: %1</source>
            <translation>采样：%1</translation>
        </message>
        <message>
            <source>Token to text: %1</source>
            <translation>词元转文本：%1</translation>
        </message>
        <message>
            <source>%1 on this worker</source>
            <translation>此工作线程上 %1</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TimelinePanel</name>
        <message>
            <source>What recording itself costs, measured, as a share of the step's time</source>
            <translation>记录本身的开销，实测，占步骤时间的比例</translation>
        </message>
        <message>
            <source>Follow</source>
            <translation>跟随</translation>
        </message>
        <message>
            <source>Show each new step as it comes (End)</source>
            <translation>显示每个新步骤 (End)</translation>
        </message>
        <message>
            <source>Selected node</source>
            <translation>所选节点</translation>
        </message>
        <message>
            <source>Next Node</source>
            <translation>下一个节点</translation>
        </message>
        <message>
            <source>Previous Node</source>
            <translation>上一个节点</translation>
        </message>
        <message>
            <source>Next Step</source>
            <translation>下一步</translation>
        </message>
        <message>
            <source>Previous Step</source>
            <translation>上一步</translation>
        </message>
        <message>
            <source>Zoom to Selected Node</source>
            <translation>缩放到所选节点</translation>
        </message>
        <message>
            <source>Show Whole Step</source>
            <translation>显示整个步骤</translation>
        </message>
        <message>
            <source>Follow Newest Step</source>
            <translation>跟随最新步骤</translation>
        </message>
        <message>
            <source>Export as Chrome Trace…</source>
            <translation>导出为 Chrome 跟踪…</translation>
        </message>
        <message>
            <source>Export as CSV…</source>
            <translation>导出为 CSV…</translation>
        </message>
        <message>
            <source>recording %1 %</source>
            <translation>记录 %1 %</translation>
        </message>
        <message>
            <source> · %1 % slower than usual</source>
            <translation> · 比平常慢 %1 %</translation>
        </message>
        <message>
            <source>Click a node to see its cost; drag to measure; wheel or W and S to zoom.</source>
            <translation>点击节点查看开销；拖动测量；滚轮或 W、S 缩放。</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TimelineView</name>
        <message>
            <source>This display offers no OpenGL, so the timeline cannot be drawn. The Ops view shows the same steps as a table.</source>
            <translation>此显示环境没有 OpenGL，无法绘制时间线。“算子”视图以表格显示相同的步骤。</translation>
        </message>
        <message>
            <source>Each step of an answer appears here, with every node on every worker. Load a model to begin.</source>
            <translation>这里显示回答的每一步，以及每个工作线程上的每个节点。请先加载模型。</translation>
        </message>
        <message>
            <source>Open Model…</source>
            <translation>打开模型…</translation>
        </message>
        <message>
            <source>Each step of an answer appears here, with every node on every worker. Send a message to see the first one.</source>
            <translation>这里显示回答的每一步，以及每个工作线程上的每个节点。发送一条消息即可看到第一步。</translation>
        </message>
        <message>
            <source>Go to Chat</source>
            <translation>转到对话</translation>
        </message>
        <message>
            <source>Show Ops</source>
            <translation>转到“算子”</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::TopBar</name>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Search models, chats, commands</source>
            <translation>搜索模型、对话、命令</translation>
        </message>
        <message>
            <source>The profiler records every step; this is what recording costs of the step time</source>
            <translation>分析器记录每一步；这是记录占步骤时间的开销</translation>
        </message>
        <message>
            <source>Open a model file…</source>
            <translation>打开模型文件…</translation>
        </message>
        <message>
            <source>Loading %1 %</source>
            <translation>正在加载 %1 %</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>选择模型</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>%1 %2 %</source>
            <translation>%1 %2 %</translation>
        </message>
        <message>
            <source>Recording %1 %</source>
            <translation>记录 %1 %</translation>
        </message>
    </context>
    <context>
        <name>cutaway::ui::ViewDock</name>
        <message>
            <source>Float or dock</source>
            <translation>浮动或停靠</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>ViewSpec</name>
        <message>
            <source>Chat</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>对话列表</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Ops</source>
            <translation>算子</translation>
        </message>
        <message>
            <source>Placement</source>
            <translation>放置</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
    </context>
    <context>
        <name>WindowOptions</name>
        <message>
            <source>Sends the message once the model is loaded.</source>
            <translation>模型加载后发送此消息。</translation>
        </message>
        <message>
            <source>Shows the view: %1.</source>
            <translation>显示视图：%1。</translation>
        </message>
        <message>
            <source>light, dark or system.</source>
            <translation>light、dark 或 system。</translation>
        </message>
        <message>
            <source>Size of the window.</source>
            <translation>窗口大小。</translation>
        </message>
        <message>
            <source>Scale of everything, 0.5 to 4.</source>
            <translation>整体缩放，0.5 到 4。</translation>
        </message>
        <message>
            <source>Language, for example bg or zh_CN.</source>
            <translation>语言，例如 bg 或 zh_CN。</translation>
        </message>
        <message>
            <source>Writes the window as PNG when the answer is complete.</source>
            <translation>回答完成后将窗口保存为 PNG。</translation>
        </message>
        <message>
            <source>Ends the program afterwards.</source>
            <translation>随后退出程序。</translation>
        </message>
        <message>
            <source>Opens a window of its own even when one is open.</source>
            <translation>即使已有窗口，也打开新窗口。</translation>
        </message>
        <message>
            <source>Shows this help.</source>
            <translation>显示此帮助。</translation>
        </message>
        <message>
            <source>Shows the version.</source>
            <translation>显示版本。</translation>
        </message>
        <message>
            <source>A workbench for language models on your own computer.</source>
            <translation>在您自己电脑上使用语言模型的工作台。</translation>
        </message>
        <message>
            <source>Model to load.</source>
            <translation>要加载的模型。</translation>
        </message>
    </context>
    <context>
        <name>SamplerParameters</name>
        <message>
            <source>tokens</source>
            <translation>个词元</translation>
        </message>
        <message>
            <source>bits</source>
            <translation>比特</translation>
        </message>
        <message>
            <source>Repeat penalty</source>
            <translation>重复惩罚</translation>
        </message>
        <message>
            <source>Repeat last n</source>
            <translation>重复惩罚范围</translation>
        </message>
        <message>
            <source>Frequency penalty</source>
            <translation>频率惩罚</translation>
        </message>
        <message>
            <source>Presence penalty</source>
            <translation>存在惩罚</translation>
        </message>
        <message>
            <source>DRY multiplier</source>
            <translation>DRY 强度</translation>
        </message>
        <message>
            <source>DRY base</source>
            <translation>DRY 底数</translation>
        </message>
        <message>
            <source>DRY allowed length</source>
            <translation>DRY 允许长度</translation>
        </message>
        <message>
            <source>DRY penalty last n</source>
            <translation>DRY 范围</translation>
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
            <translation>Typical p</translation>
        </message>
        <message>
            <source>XTC probability</source>
            <translation>XTC 概率</translation>
        </message>
        <message>
            <source>XTC threshold</source>
            <translation>XTC 阈值</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <source>Dynatemp range</source>
            <translation>动态温度范围</translation>
        </message>
        <message>
            <source>Dynatemp exponent</source>
            <translation>动态温度指数</translation>
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
            <translation>自适应目标</translation>
        </message>
        <message>
            <source>Adaptive decay</source>
            <translation>自适应衰减</translation>
        </message>
        <message>
            <source>Makes tokens seen lately less probable: divides their logits; 1 is off.</source>
            <translation>降低近期出现过的词元的概率：除以其 logit；1 为关闭。</translation>
        </message>
        <message>
            <source>How many of the last tokens the three penalties look at; 0 is off.</source>
            <translation>三种惩罚查看最近多少个词元；0 为关闭。</translation>
        </message>
        <message>
            <source>Taken off a token's logit once for each time it was seen lately; 0 is off.</source>
            <translation>词元近期每出现一次，就从其 logit 中减去此值；0 为关闭。</translation>
        </message>
        <message>
            <source>Taken off the logit of every token seen lately; 0 is off.</source>
            <translation>从每个近期出现过的词元的 logit 中减去；0 为关闭。</translation>
        </message>
        <message>
            <source>How strongly longer and longer repetitions are made improbable; 0 is off.</source>
            <translation>对越来越长的重复的抑制强度；0 为关闭。</translation>
        </message>
        <message>
            <source>By how much the penalty grows with each repeated token; below 1 is off.</source>
            <translation>每多重复一个词元，惩罚增长的倍数；小于 1 为关闭。</translation>
        </message>
        <message>
            <source>Repetitions shorter than this are free.</source>
            <translation>短于此长度的重复不受惩罚。</translation>
        </message>
        <message>
            <source>How many of the last tokens are searched for repetitions; 0 is off.</source>
            <translation>在最近多少个词元中查找重复；0 为关闭。</translation>
        </message>
        <message>
            <source>Drops tokens whose logit is more than so many standard deviations below the best; 0 and less is off.</source>
            <translation>舍弃 logit 低于最佳词元超过此标准差倍数的词元；0 及以下为关闭。</translation>
        </message>
        <message>
            <source>Keeps the k most probable tokens; 0 is off.</source>
            <translation>保留概率最高的 k 个词元；0 为关闭。</translation>
        </message>
        <message>
            <source>Keeps the tokens that surprise about as much as is usual here, up to this joint probability; 1 is off.</source>
            <translation>保留意外程度接近此处平均水平的词元，直到达到此累计概率；1 为关闭。</translation>
        </message>
        <message>
            <source>Keeps the smallest set of best tokens whose probabilities reach p together; 1 is off.</source>
            <translation>保留累计概率达到 p 的最小一组最佳词元；1 为关闭。</translation>
        </message>
        <message>
            <source>Drops tokens less probable than this share of the best one; 0 is off.</source>
            <translation>舍弃概率低于最佳词元此比例的词元；0 为关闭。</translation>
        </message>
        <message>
            <source>How often the most probable tokens are left out; 0 is off.</source>
            <translation>排除最可能词元的频率；0 为关闭。</translation>
        </message>
        <message>
            <source>Tokens at least as probable are left out, all but the last of them; above 0.5 is off.</source>
            <translation>概率不低于此值的词元被排除，只留其中最后一个；大于 0.5 为关闭。</translation>
        </message>
        <message>
            <source>Higher is more varied, lower more predictable; 0 always takes the most probable token.</source>
            <translation>越高越多样，越低越可预测；0 总是取概率最高的词元。</translation>
        </message>
        <message>
            <source>How far the temperature moves with the entropy, up and down; 0 is off.</source>
            <translation>温度随熵上下变动的幅度；0 为关闭。</translation>
        </message>
        <message>
            <source>How the temperature follows the entropy; 1 is in proportion.</source>
            <translation>温度随熵变化的方式；1 为成正比。</translation>
        </message>
        <message>
            <source>Holds the surprise of the text constant: version 1 or 2 of Mirostat, instead of all other samplers but the temperature; 0 is off.</source>
            <translation>使文本的意外程度保持恒定：用 Mirostat 第 1 或 2 版代替除温度外的所有采样器；0 为关闭。</translation>
        </message>
        <message>
            <source>The surprise per token to hold.</source>
            <translation>要保持的每词元意外程度。</translation>
        </message>
        <message>
            <source>How fast the limit follows the surprise seen.</source>
            <translation>限值跟随实际意外程度的速度。</translation>
        </message>
        <message>
            <source>Draws tokens about this probable, on average; below 0 is off.</source>
            <translation>平均抽取概率约为此值的词元；小于 0 为关闭。</translation>
        </message>
        <message>
            <source>How much of what was drawn before still counts after each token.</source>
            <translation>每个词元之后，先前抽取结果仍保留多少权重。</translation>
        </message>
    </context>
    <context>
        <name>ProfileLanes</name>
        <message>
            <source>worker</source>
            <translation>工作线程</translation>
        </message>
        <message>
            <source>sampler</source>
            <translation>采样</translation>
        </message>
    </context>
</TS>
