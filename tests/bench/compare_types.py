"""Speed of a peer's tensor types beside ours, on one thread. Usage: compare_types.py TYPES_BENCH [TYPE...]

Runs types_bench, then the same work in the peer's library: its functions from blocks to floats and its quantiser of chunks. Prints a line a
type: millions of values a second, ours, the peer's and the ratio, first from blocks to floats, then back.
"""
import ctypes
import random
import subprocess
import sys
import time
from pathlib import Path

import llama_cpp

COLUMNS, ROWS, SECONDS = 4096, 16, 0.3
ToFloat = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


class Traits(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char_p), ('elems', ctypes.c_int64), ('interleave', ctypes.c_int64), ('bytes', ctypes.c_size_t),
                ('quantised', ctypes.c_bool), ('to_float', ctypes.c_void_p), ('from_float', ctypes.c_void_p)]


def peer_library():
    ggml = ctypes.CDLL(str(Path(llama_cpp.__file__).parent / 'lib' / 'libggml-base.so'))
    ggml.ggml_get_type_traits.restype = ctypes.POINTER(Traits)
    ggml.ggml_quantize_chunk.restype = ctypes.c_size_t
    ggml.ggml_quantize_chunk.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64,
                                         ctypes.c_void_p]
    ggml.ggml_quantize_requires_imatrix.restype = ctypes.c_bool
    return ggml


def best_rate(count, work):
    work()
    best, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        work()
        best = max(best, count / (time.perf_counter() - start) / 1e6)
    return best


def peer_rates(ggml, number, values, importance, back):
    traits = ggml.ggml_get_type_traits(number).contents
    blocks = ctypes.create_string_buffer(ROWS * COLUMNS // traits.elems * traits.bytes)
    weights = importance if ggml.ggml_quantize_requires_imatrix(number) else None
    ggml.ggml_quantize_chunk(number, values, blocks, 0, ROWS, COLUMNS, weights)
    quantised = best_rate(COLUMNS, lambda: ggml.ggml_quantize_chunk(number, values, blocks, 0, 1, COLUMNS, weights))
    return best_rate(ROWS * COLUMNS, lambda: ToFloat(traits.to_float)(blocks, back, ROWS * COLUMNS)), quantised


def main(bench, types):
    ggml = peer_library()
    random.seed(1)
    values = (ctypes.c_float * (ROWS * COLUMNS))(*(random.gauss(0, 0.02) for _ in range(ROWS * COLUMNS)))
    importance = (ctypes.c_float * COLUMNS)(*(1 + abs(random.gauss(0, 0.02)) for _ in range(COLUMNS)))
    back = (ctypes.c_float * (ROWS * COLUMNS))()
    print(f'{"type":9}{"to floats":>10}{"peer":>10}{"ratio":>7}{"to blocks":>12}{"peer":>10}{"ratio":>7}')
    ours = subprocess.run([bench, *types], capture_output=True, text=True, check=True).stdout
    for number, name, dequantised, quantised in map(str.split, ours.splitlines()):
        peer = peer_rates(ggml, int(number), values, importance, back)
        print(f'{name:9}{float(dequantised):10.1f}{peer[0]:10.1f}{float(dequantised) / peer[0]:7.2f}'
              f'{float(quantised):12.2f}{peer[1]:10.2f}{float(quantised) / peer[1]:7.2f}', flush=True)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
