import { parseActionSelector } from "../../../contract/actionSelectors.ts";
import type { RunAction } from "./action.ts";

/** The text itself is never told: it may be a password. */
export const runType: RunAction<"type"> = async ({ selector, text, append = false }, live, timeoutMs) => {
  await live.type(parseActionSelector(selector), text, append, timeoutMs);
  return `typed ${text.length} characters into \`${selector}\``;
};
