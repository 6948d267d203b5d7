import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import { TargetError } from "../../egress/index.ts";
import type { Action, RunAction } from "./action.ts";

/** Time for a page that is still loading to meet the assertion, unless the step sets its own. */
const PATIENCE_MS = 5_000;

const runAssert: RunAction<"assert"> = async (step, live) => {
  const { selector, text, absent = false, message } = step;
  const sight = { selector: selector === undefined ? undefined : parseActionSelector(selector), text };
  if (await live.waitFor(sight, !absent, step.timeoutMs ?? PATIENCE_MS))
    return `holds: ${selector === undefined ? `the text "${text}"` : `\`${selector}\``} is ${absent ? "not there" : "there"}`;
  throw new TargetError("target-failed", message, { retryable: false });
};

/** Never healed: another element would not make the assertion true. */
export const assertAction: Action<"assert"> = { run: runAssert, oncePerList: true, heals: () => false };
