import { parseActionSelector } from "../../../contract/actionSelectors.ts";
import type { RunAction } from "./action.ts";

export const runScroll: RunAction<"scroll"> = async ({ selector, to, byPx = 0 }, live, timeoutMs) => {
  await live.scroll(selector === undefined ? (to ?? byPx) : parseActionSelector(selector), timeoutMs);
  return `scrolled ${selector === undefined ? (to ? `to the ${to}` : `by ${byPx} px`) : `to \`${selector}\``}`;
};
