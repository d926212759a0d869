#!/usr/bin/env python3
"""Generates answers under a JSON Schema that bounds every string and list, one seed each, and has the package jsonschema judge them.

Usage: schema_generations.py CUTAWAY_CLI SCHEMA VENV [COUNT]
VENV is a folder for a virtual environment with jsonschema; it is made when it is not there. Every answer must end by the grammar within 512
tokens, parse and validate.
"""
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import venv

MAX_TOKENS = 512


def with_jsonschema(folder):
    """Goes on in an interpreter that has jsonschema."""
    if importlib.util.find_spec("jsonschema"):
        return
    python = folder / "bin" / "python"
    if pathlib.Path(sys.prefix) != folder.resolve():
        if not python.exists():
            venv.create(folder, with_pip=True)
        os.execv(python, [str(python), *sys.argv])
    installed = subprocess.run([str(python), "-m", "pip", "install", "--quiet", "jsonschema"], check=False)
    if installed.returncode != 0:
        print("CUTAWAY_SKIP: the package jsonschema cannot be installed")
        sys.exit(0)
    os.execv(python, [str(python), *sys.argv])


def starter_model():
    """Where the tests written in C++ look for it too."""
    name = "SmolLM2-135M-Instruct.Q4_1.gguf"
    root = pathlib.Path(__file__).resolve().parents[2]
    places = [os.environ.get("CUTAWAY_STARTER_MODEL"), pathlib.Path(os.environ.get("CUTAWAY_SHARED", root.parent / "shared")) / "models" / name,
              root / "build" / "models" / name]
    return next((str(place) for place in places if place and pathlib.Path(place).exists()), None)


def generate(cli, model, schema, seed):
    words = [cli, "run", "-m", model, "--chat", "-p", "Describe a planet as JSON.", "-n", str(MAX_TOKENS), "--seed", str(seed),
             "--json-schema", schema, "--threads", "1", "--json"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    return json.loads(result.stdout) if result.returncode == 0 else {"problem": result.stderr}


def problem_of(answer, validator):
    """What is wrong with an answer; None for a good one."""
    if "problem" in answer:
        return answer["problem"]
    if answer["stopReason"] != "endOfGeneration":
        return f"ended with {answer['stopReason']} after {len(answer['tokens'])} tokens"
    try:
        instance = json.loads(answer["text"])
    except ValueError as error:
        return f"is no JSON: {error}"
    errors = [error.message for error in validator.iter_errors(instance)]
    return "; ".join(errors) or None


def main():
    cli, schema, folder = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    model = starter_model()
    if model is None:
        print("CUTAWAY_SKIP: the starter model is missing")
        return 0
    with_jsonschema(pathlib.Path(folder))
    import jsonschema
    document = json.loads(pathlib.Path(schema).read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(document, format_checker=jsonschema.FormatChecker())
    bad, longest, texts = 0, 0, set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = pool.map(lambda seed: generate(cli, model, schema, seed), range(count))
        for seed, answer in enumerate(answers):
            longest = max(longest, len(answer.get("tokens", [])))
            texts.add(answer.get("text"))
            if problem := problem_of(answer, validator):
                bad += 1
                print(f"seed {seed}: {problem}\n{answer.get('text', '')}")
    print(f"{count} answers, {len(texts)} different, {bad} bad, at most {longest} tokens")
    return 1 if bad or len(texts) < count // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
