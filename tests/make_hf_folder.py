#!/usr/bin/env python3
"""Writes a GGUF model (llama, qwen2, qwen3 or gemma3; tensors F32, F16 or BF16) as a folder of safetensors, config.json and tokenizer.json.

Usage: make_hf_folder.py MODEL.gguf FOLDER
Needs the PyPI packages gguf, numpy, safetensors and tokenizers. Used by the tests of such folders: what this writes must read as the GGUF does.
"""
import json
import os
import struct
import sys

import gguf
import numpy

LAYER = {"attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
         "attn_output": "self_attn.o_proj", "attn_q_norm": "self_attn.q_norm", "attn_k_norm": "self_attn.k_norm", "ffn_gate": "mlp.gate_proj",
         "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj"}
PLAIN = {"ffn_norm": "post_attention_layernorm"}
SANDWICH = {"ffn_norm": "pre_feedforward_layernorm", "post_attention_norm": "post_attention_layernorm", "post_ffw_norm": "post_feedforward_layernorm"}
GLOBAL = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}
CONFIG = {"context_length": "max_position_embeddings", "embedding_length": "hidden_size", "block_count": "num_hidden_layers",
          "feed_forward_length": "intermediate_size", "attention.head_count": "num_attention_heads", "attention.head_count_kv": "num_key_value_heads",
          "attention.layer_norm_rms_epsilon": "rms_norm_eps", "rope.freq_base": "rope_theta", "rope.freq_base_swa": "rope_local_base_freq",
          "attention.key_length": "head_dim", "attention.sliding_window": "sliding_window"}
TYPES = {gguf.GGMLQuantizationType.F32: "F32", gguf.GGMLQuantizationType.F16: "F16", gguf.GGMLQuantizationType.BF16: "BF16"}


def values(reader):
    return {name: field.contents() for name, field in reader.fields.items() if not name.startswith("GGUF.")}


def their_name(name, gemma):
    stem, suffix = name.rsplit(".", 1)
    if stem in GLOBAL:
        return GLOBAL[stem] + "." + suffix
    _, layer, rest = stem.split(".", 2)
    return f"model.layers.{layer}.{ {**LAYER, **(SANDWICH if gemma else PLAIN)}[rest] }.{suffix}"


def unpermuted(rows, heads):
    """Rows of GGUF's llama: neighbouring channels rotate together; in the folder halves of a head do."""
    count = rows.shape[0] // heads
    order = numpy.arange(rows.shape[0]).reshape(heads, count // 2, 2).swapaxes(1, 2).reshape(-1)
    return rows[order]


def write_tensors(reader, keys, folder):
    arch = keys["general.architecture"]
    heads = {"attn_q": keys[arch + ".attention.head_count"], "attn_k": keys[arch + ".attention.head_count_kv"]}
    header, chunks, offset = {}, [], 0
    for tensor in reader.tensors:
        kind = TYPES[tensor.tensor_type]
        shape = [int(n) for n in reversed(tensor.shape)]
        rows = numpy.ascontiguousarray(tensor.data).view(numpy.uint8).reshape(shape[0], -1)
        part = tensor.name.split(".")[2] if tensor.name.startswith("blk.") else ""
        if arch == "llama" and part in heads:
            rows = unpermuted(rows, heads[part])
        if arch.startswith("gemma") and tensor.name.endswith("norm.weight"):
            rows = (rows.view(numpy.float32) - numpy.float32(1)).view(numpy.uint8)
        data = rows.tobytes()
        header[their_name(tensor.name, arch.startswith("gemma"))] = {"dtype": kind, "shape": shape, "data_offsets": [offset, offset + len(data)]}
        chunks.append(data)
        offset += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(folder, "model.safetensors"), "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for data in chunks:
            out.write(data)


def write_config(keys, tied, folder):
    arch = keys["general.architecture"]
    gemma = arch.startswith("gemma")
    config = {theirs: keys[arch + "." + ours] for ours, theirs in CONFIG.items() if arch + "." + ours in keys}
    config["model_type"] = {"gemma3": "gemma3_text"}.get(arch, arch)
    config["hidden_act"] = "gelu_pytorch_tanh" if gemma else "silu"
    config["vocab_size"] = len(keys["tokenizer.ggml.tokens"])
    config["tie_word_embeddings"] = tied
    with open(os.path.join(folder, "config.json"), "w") as out:
        json.dump(config, out)


def byte_level(keys):
    import tokenizers
    vocab = {text: i for i, text in enumerate(keys["tokenizer.ggml.tokens"])}
    merges = [tuple(merge.split(" ", 1)) for merge in keys["tokenizer.ggml.merges"]]
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=vocab, merges=merges))
    pre = tokenizers.pre_tokenizers
    tokenizer.pre_tokenizer = pre.Sequence([pre.Digits(individual_digits=True), pre.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    return tokenizer


def byte_fallback(keys):
    import tokenizers
    tokens, scores = keys["tokenizer.ggml.tokens"], keys["tokenizer.ggml.scores"]
    vocab = {text: i for i, text in enumerate(tokens)}
    mergeable = {text for text, kind in zip(tokens, keys["tokenizer.ggml.token_type"]) if kind == 1}
    merges = []
    for text in mergeable:
        for cut in range(1, len(text)):
            if text[:cut] in mergeable and text[cut:] in mergeable:
                merges.append((-scores[vocab[text]], vocab[text[:cut]], vocab[text[cut:]], text[:cut], text[cut:]))
    merges = [(left, right) for _, _, _, left, right in sorted(merges)]
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=vocab, merges=merges, byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    tokenizer.normalizer = tokenizers.normalizers.Replace(" ", "\u2581")
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Split(" ", "merged_with_previous")
    return tokenizer


def write_tokenizer(keys, folder):
    import tokenizers
    tokens = keys["tokenizer.ggml.tokens"]
    tokenizer = byte_level(keys) if keys["tokenizer.ggml.model"] == "gpt2" else byte_fallback(keys)
    types = keys["tokenizer.ggml.token_type"]
    tokenizer.add_special_tokens([text for text, kind in zip(tokens, types) if kind == 3])
    tokenizer.add_tokens([tokenizers.AddedToken(text, normalized=False) for text, kind in zip(tokens, types) if kind == 4])
    bos = tokens[keys["tokenizer.ggml.bos_token_id"]]
    if keys.get("tokenizer.ggml.add_bos_token", False):
        tokenizer.post_processor = tokenizers.processors.TemplateProcessing(single=f"{bos} $A", special_tokens=[(bos, tokens.index(bos))])
    tokenizer.save(os.path.join(folder, "tokenizer.json"))
    config = {"bos_token": bos, "eos_token": tokens[keys["tokenizer.ggml.eos_token_id"]]}
    for ours, theirs in (("unknown", "unk_token"), ("padding", "pad_token")):
        if f"tokenizer.ggml.{ours}_token_id" in keys:
            config[theirs] = tokens[keys[f"tokenizer.ggml.{ours}_token_id"]]
    if "tokenizer.chat_template" in keys:
        config["chat_template"] = keys["tokenizer.chat_template"]
    with open(os.path.join(folder, "tokenizer_config.json"), "w") as out:
        json.dump(config, out)


def main(model, folder):
    reader = gguf.GGUFReader(model)
    keys = values(reader)
    os.makedirs(folder, exist_ok=True)
    write_tensors(reader, keys, folder)
    write_config(keys, all(tensor.name != "output.weight" for tensor in reader.tensors), folder)
    write_tokenizer(keys, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
