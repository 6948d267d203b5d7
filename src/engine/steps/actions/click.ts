import { parseActionSelector } from "../../../contract/actionSelectors.ts";
import type { RunAction } from "./action.ts";

export const runClick: RunAction<"click"> = async ({ selector }, live, timeoutMs) => {
  await live.click(parseActionSelector(selector), timeoutMs);
  return `clicked \`${selector}\``;
};
