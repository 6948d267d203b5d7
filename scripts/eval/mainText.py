"""Reads pages from standard input, a JSON text a line, and writes the main text of each as one."""

import json
import sys

import trafilatura

for line in sys.stdin:
    print(json.dumps(trafilatura.extract(json.loads(line), include_comments=True) or ""))
