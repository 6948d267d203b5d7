/** What is to be read on the page of each record: "open each product and read the description". */
import vocabulary from "../vocabulary/following.json" with { type: "json" };
import { opening, readPhrases } from "./grammar.ts";

const { phrases: PHRASES } = readPhrases(vocabulary.phrases);
/** "open each product and read …": what follows is read there. */
const OPENS = [opening(PHRASES.opens), new RegExp(PHRASES.opensCjk, "u")];
/** "the description from each product's page": what stands right before is read there. */
const FROM_EACH = opening(PHRASES.fromEach);
const FROM_EACH_CJK = new RegExp(PHRASES.fromEachCjk, "u");
const LAST_PART = new RegExp(PHRASES.lastPart, "isu");

export interface Following {
  /** The sentence without what is said of the records' own pages. */
  readonly rest: string;
  /** What to read there, in the sentence's words; empty: what such a page is about. Null: nothing is opened. */
  readonly inner: string | null;
}

/** Takes what is to be read on the records' own pages out of the sentence. */
export const readFollowing = (sentence: string): Following => {
  for (const pattern of OPENS) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    const inner = match.slice(1).find((group) => group !== undefined) ?? "";
    return { rest: sentence.replace(match[0], " "), inner: inner.trim() };
  }
  const cjk = FROM_EACH_CJK.exec(sentence);
  if (cjk) return { rest: sentence.replace(cjk[0], " "), inner: (cjk[1] ?? "").trim() };
  const from = FROM_EACH.exec(sentence);
  if (!from) return { rest: sentence, inner: null };
  const [, before = "", inner = ""] = LAST_PART.exec(from[1] ?? "") ?? [];
  return { rest: sentence.replace(from[0], ` ${before} `), inner: inner.trim() };
};
