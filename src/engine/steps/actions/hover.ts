import { parseActionSelector } from "../../../contract/actionSelectors.ts";
import type { RunAction } from "./action.ts";

export const runHover: RunAction<"hover"> = async ({ selector }, live, timeoutMs) => {
  await live.hover(parseActionSelector(selector), timeoutMs);
  return `hovered over \`${selector}\``;
};
