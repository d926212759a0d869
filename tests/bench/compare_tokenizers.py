"""Speed of the peer's tokenizer on one text. Usage: compare_tokenizers.py VOCABULARY.gguf TEXT ROUNDS

Prints the megabytes (10^6 bytes) a second of the best round and the number of tokens, as tokenizer_bench does.
"""
import sys
import time

import llama_cpp as peer


def main(path, text_path, rounds):
    peer.llama_backend_init()
    params = peer.llama_model_default_params()
    params.vocab_only = True
    vocabulary = peer.llama_model_get_vocab(peer.llama_model_load_from_file(path.encode(), params))
    with open(text_path, 'rb') as file:
        text = file.read()
    tokens = (peer.llama_token * (len(text) + 1))()
    best, count = 0.0, 0
    for _ in range(rounds):
        start = time.perf_counter()
        count = peer.llama_tokenize(vocabulary, text, len(text), tokens, len(tokens), False, False)
        best = max(best, len(text) / 1e6 / (time.perf_counter() - start))
    print(f'{best:.2f} {count}')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
