import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { Action, RunAction } from "./action.ts";

const runSelect: RunAction<"select"> = async ({ selector, value }, live, timeoutMs) => {
  const options = [value].flat();
  await live.select(parseActionSelector(selector), options, timeoutMs);
  return `selected ${options.map((option) => `"${option}"`).join(", ")} in \`${selector}\``;
};

export const selectAction: Action<"select"> = { run: runSelect, oncePerList: true };
