import { parseActionSelector } from "../../../contract/actionSelectors.ts";
import type { RunAction } from "./action.ts";

export const runSelect: RunAction<"select"> = async ({ selector, value }, live, timeoutMs) => {
  const options = [value].flat();
  await live.select(parseActionSelector(selector), options, timeoutMs);
  return `selected ${options.map((option) => `"${option}"`).join(", ")} in \`${selector}\``;
};
