/** Content-Signal: `search=yes, ai-train=no`, in robots.txt and in responses. */
import { USES, type Use } from "../../contract/permissions.ts";
import { type Statement, shorten } from "./statement.ts";

const SIGNAL = /(?:^|[\s,;])([a-z-]+)\s*=\s*(yes|no)(?=$|[\s,;])/gi;
const MAX_CHARS = 2_000;

/** Null if the text names none of the uses. A use that is both allowed and reserved is reserved. */
export const readContentSignal = (text: string, from: "robots.txt" | "header"): Statement | null => {
  const said = new Map<Use, boolean>();
  for (const [, name = "", answer = ""] of text.slice(0, MAX_CHARS).matchAll(SIGNAL)) {
    const use = USES.find((each) => each === name.toLowerCase());
    if (use) said.set(use, answer.toLowerCase() === "yes" && said.get(use) !== false);
  }
  if (said.size === 0) return null;
  return {
    signal: "content-signal",
    from,
    value: shorten(text),
    reserves: USES.filter((use) => said.get(use) === false),
    allows: USES.filter((use) => said.get(use) === true),
  };
};
