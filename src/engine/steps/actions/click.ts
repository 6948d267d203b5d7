import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { Action, RunAction } from "./action.ts";

const runClick: RunAction<"click"> = async ({ selector }, live, timeoutMs) => {
  await live.click(parseActionSelector(selector), timeoutMs);
  return `clicked \`${selector}\``;
};

export const clickAction: Action<"click"> = { run: runClick, oncePerList: true };
