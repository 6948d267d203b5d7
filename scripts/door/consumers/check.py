"""Runs a call, and prints what became of it: `{"call", "outcome", "reason"}`, one per line."""

import json


def passes(call):
    def perform(check):
        try:
            check()
            outcome, reason = "passed", None
        except Exception as error:
            outcome, reason = "failed", f"{type(error).__name__}: {error}"[:500]
        print(json.dumps({"call": call, "outcome": outcome, "reason": reason}), flush=True)

    return perform
