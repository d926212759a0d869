#!/usr/bin/env bash
# Compares our tokenizer with llama.cpp's on the same vocabulary and text in alternating runs, one thread each; prints MB/s and ratios.
# Usage: compare_tokenizers.sh TOKENIZER_BENCH VOCABULARY.gguf TEXT [ROUNDS]
# The peer comes from $PEER_VENV (default: build/peer-venv), which compare_peer.sh builds.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bench=$1 vocabulary=$2 text=$3 rounds=${4:-3}
venv=${PEER_VENV:-$here/../../build/peer-venv}

for round in $(seq "$rounds"); do
    read -r peer peer_tokens < <("$venv/bin/python" "$here/compare_tokenizers.py" "$vocabulary" "$text" 2 2>/dev/null)
    read -r ours our_tokens < <("$bench" "$vocabulary" "$text" 3)
    python3 -c 'import sys
ours, peer = map(float, sys.argv[2:4])
print(f"round {sys.argv[1]}  ours {ours:8.2f} MB/s ({sys.argv[4]} tokens)  peer {peer:8.2f} MB/s ({sys.argv[5]} tokens)  ratio {ours / peer:5.2f}")
' "$round" "$ours" "$peer" "$our_tokens" "$peer_tokens"
done
