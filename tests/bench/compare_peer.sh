#!/usr/bin/env bash
# Compares cutaway-cli with llama.cpp, both limited to AVX2, on the same file in alternating runs; prints tokens per second and ratios.
# Usage: compare_peer.sh CUTAWAY_CLI MODEL [THREADS] [ROUNDS]
# The peer is built once, into $PEER_VENV (default: build/peer-venv); that takes long.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cli=$1 model=$2 threads=${3:-2} rounds=${4:-3}
venv=${PEER_VENV:-$here/../../build/peer-venv}
prefill=512 decode=128

if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import llama_cpp' 2>/dev/null; then
    python3 -m venv "$venv"
    CMAKE_ARGS='-DGGML_NATIVE=OFF -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON -DGGML_BMI2=ON' \
        "$venv/bin/pip" install --quiet --no-binary llama-cpp-python llama-cpp-python
fi

for round in $(seq "$rounds"); do
    read -r peer_prefill peer_decode < <("$venv/bin/python" "$here/compare_peer.py" "$model" "$threads" "$prefill" "$decode" 2>/dev/null)
    "$cli" bench -m "$model" -t "$threads" --threads-batch "$threads" --isa avx2 -p "$prefill" -n "$decode" -r 3 --json |
        python3 -c '
import json, sys
ours = {r["kind"]: r["tokensPerSecond"]["best"] for r in json.load(sys.stdin)["results"]}
for kind, peer in zip(("prefill", "decode"), map(float, sys.argv[2:])):
    print(f"round {sys.argv[1]}  {kind:8} ours {ours[kind]:9.2f} t/s  peer {peer:9.2f} t/s  ratio {ours[kind] / peer:5.2f}")
' "$round" "$peer_prefill" "$peer_decode"
done
