import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { Action, RunAction } from "./action.ts";

/** The keys of `Control+a`; a single `+` is a key too. */
const splitKeys = (key: string): string[] => key.split(/(?<=.)\+(?=.)/);

const runPress: RunAction<"press"> = async ({ key, selector }, live, timeoutMs) => {
  await live.press(splitKeys(key), selector === undefined ? null : parseActionSelector(selector), timeoutMs);
  return `pressed ${key}`;
};

export const pressAction: Action<"press"> = { run: runPress, oncePerList: true };
