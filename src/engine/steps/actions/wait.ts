import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import { TargetError } from "../../egress/index.ts";
import type { Action, RunAction } from "./action.ts";

const inTime = (isDone: boolean, what: string, timeoutMs: number): string => {
  if (isDone) return `waited for ${what}`;
  throw new TargetError("timeout", `Waited ${timeoutMs} ms for ${what}, which did not happen.`, {
    retryable: true,
  });
};

const runWait: RunAction<"wait"> = async (step, live, timeoutMs) => {
  const { selector, text, delayMs, gone = false } = step;
  if (delayMs !== undefined) {
    await live.pause(delayMs);
    return `waited ${delayMs} ms`;
  }
  if (step.networkIdle)
    return inTime(await live.waitForQuiet(timeoutMs), "the network to be idle", timeoutMs);
  const sight = { selector: selector === undefined ? undefined : parseActionSelector(selector), text };
  const what = `${selector === undefined ? `the text "${text}"` : `\`${selector}\``}${gone ? " to disappear" : ""}`;
  return inTime(await live.waitFor(sight, !gone, timeoutMs), what, timeoutMs);
};

/** An element that should be gone is not healed. */
export const waitAction: Action<"wait"> = { run: runWait, heals: ({ gone }) => gone !== true };
