import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { Action, RunAction } from "./action.ts";

const runHover: RunAction<"hover"> = async ({ selector }, live, timeoutMs) => {
  await live.hover(parseActionSelector(selector), timeoutMs);
  return `hovered over \`${selector}\``;
};

export const hoverAction: Action<"hover"> = { run: runHover, oncePerList: true };
