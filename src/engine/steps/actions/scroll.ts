import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { Action, RunAction } from "./action.ts";

const runScroll: RunAction<"scroll"> = async ({ selector, to, byPx = 0 }, live, timeoutMs) => {
  await live.scroll(selector === undefined ? (to ?? byPx) : parseActionSelector(selector), timeoutMs);
  return `scrolled ${selector === undefined ? (to ? `to the ${to}` : `by ${byPx} px`) : `to \`${selector}\``}`;
};

export const scrollAction: Action<"scroll"> = { run: runScroll };
