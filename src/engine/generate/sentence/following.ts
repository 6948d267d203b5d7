/** What is to be read on the page of each record: "open each product and read the description". */
import vocabulary from "../vocabulary/following.json" with { type: "json" };
import { groupOf, readGrammar } from "./grammar.ts";

const { opens, raw } = readGrammar(vocabulary.phrases);
/** "open each product and read …": what follows is read there. */
const OPENS = opens("opens");
/** "the description from each product's page": what stands right before is read there. */
const FROM_EACH = opens("fromEach");
const LAST_PART = raw("lastPart", "isu");

export interface Following {
  /** The sentence without what is said of the records' own pages. */
  readonly rest: string;
  /** What to read there, in the sentence's words; empty: what such a page is about. Null: nothing is opened. */
  readonly inner: string | null;
}

/** Takes what is to be read on the records' own pages out of the sentence. */
export const readFollowing = (sentence: string): Following => {
  const opened = OPENS.exec(sentence);
  if (opened) return { rest: sentence.replace(opened[0], " "), inner: groupOf(opened).trim() };
  const from = FROM_EACH.exec(sentence);
  if (!from) return { rest: sentence, inner: null };
  const [, before = "", inner = ""] = LAST_PART.exec(groupOf(from)) ?? [];
  return { rest: sentence.replace(from[0], ` ${before} `), inner: inner.trim() };
};
