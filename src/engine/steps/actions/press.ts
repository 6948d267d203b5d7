import { parseActionSelector } from "../../../contract/actionSelectors.ts";
import type { RunAction } from "./action.ts";

/** `Control+a` as its keys; a single `+` is a key too. */
const splitKeys = (key: string): string[] => key.split(/(?<=.)\+(?=.)/);

export const runPress: RunAction<"press"> = async ({ key, selector }, live, timeoutMs) => {
  await live.press(splitKeys(key), selector === undefined ? null : parseActionSelector(selector), timeoutMs);
  return `pressed ${key}`;
};
