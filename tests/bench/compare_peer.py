"""Speed of the peer's library on one model: prefill and decode as `cutaway-cli bench` measures them.

Usage: compare_peer.py MODEL THREADS PREFILL DECODE; prints the tokens per second of both, of the best of three runs.
"""
import sys
import time

import llama_cpp as peer


def decode_batch(context, tokens, position):
    batch = peer.llama_batch_init(len(tokens), 0, 1)
    batch.n_tokens = len(tokens)
    for i, token in enumerate(tokens):
        batch.token[i], batch.pos[i], batch.n_seq_id[i] = token, position + i, 1
        batch.seq_id[i][0], batch.logits[i] = 0, i + 1 == len(tokens)
    status = peer.llama_decode(context, batch)
    peer.llama_batch_free(batch)
    if status:
        raise RuntimeError(f'llama_decode says {status}')


def rate(context, tokens, one_by_one):
    peer.llama_memory_clear(peer.llama_get_memory(context), True)
    start = time.perf_counter()
    for position, piece in enumerate([[token] for token in tokens] if one_by_one else [tokens]):
        decode_batch(context, piece, position)
    peer.llama_synchronize(context)
    return len(tokens) / (time.perf_counter() - start)


def main(path, threads, prefill, decode):
    peer.llama_backend_init()
    model = peer.llama_model_load_from_file(path.encode(), peer.llama_model_default_params())
    params = peer.llama_context_default_params()
    params.n_ctx, params.n_batch, params.n_ubatch = prefill + decode, prefill, prefill
    params.n_threads = params.n_threads_batch = threads
    context = peer.llama_init_from_model(model, params)
    size = peer.llama_vocab_n_tokens(peer.llama_model_get_vocab(model))
    tokens = [(i * 7919 + 13) % size for i in range(max(prefill, decode))]
    best = [max(rate(context, tokens[:count], one_by_one) for _ in range(3)) for count, one_by_one in ((prefill, False), (decode, True))]
    print(*best)


if __name__ == '__main__':
    main(sys.argv[1], *map(int, sys.argv[2:]))
