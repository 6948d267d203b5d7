/** What to read on each record's own page: "open each product and read the description". */
import vocabulary from "../vocabulary/following.json" with { type: "json" };
import { groupOf, readGrammar } from "./grammar.ts";

const { opens, raw } = readGrammar(vocabulary.phrases);
/** "open each product and read …": the fields follow. */
const OPENS = opens("opens");
/** "the description from each product's page": the fields come right before. */
const FROM_EACH = opens("fromEach");
/** "what the … is": no part of what is read. */
const SAID = raw("said", "giu");
const LAST_PART = raw("lastPart", "isu");

export interface Following {
  /** The sentence without the part about the records' own pages. */
  readonly rest: string;
  /** What to read there, in the sentence's words; empty for the default fields, null to open no pages. */
  readonly inner: string | null;
}

/** Extracts from the sentence what to read on the records' own pages. */
export const readFollowing = (sentence: string): Following => {
  const opened = OPENS.exec(sentence);
  if (opened) return { rest: sentence.replace(opened[0], " "), inner: groupOf(opened).trim() };
  const from = FROM_EACH.exec(sentence);
  if (!from) return { rest: sentence, inner: null };
  const [, before = "", inner = ""] = LAST_PART.exec(groupOf(from)) ?? [];
  return { rest: sentence.replace(from[0], ` ${before} `), inner: inner.replace(SAID, "").trim() };
};
