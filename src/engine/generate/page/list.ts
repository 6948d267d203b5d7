/** Steps that collect the records of a list page. */
import type { OutputSchema, OutputType } from "../../../contract/fields/outputSchema.ts";
import { contextOf, type PageDocument, textOf } from "../../extract/extract.ts";
import { overlaps } from "../../extract/regions/regions.ts";
import { createDayReader } from "../../extract/slots/groupDay.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import { countSpaced } from "../../extract/values/text.ts";
import type { Concept } from "../../extract/vocabulary/concepts.ts";
import { type Draft, type ExtractStep, isThere } from "../draft.ts";
import type { Intent } from "../intent.ts";
import { findLists, type RecordList } from "./records.ts";
import { writeListed } from "./writes.ts";

/** Fields that a smaller share of the records has are kept only if asked for. */
const MIN_SHARE = 0.3;

const refineType = (type: OutputType, values: readonly unknown[]): OutputType =>
  type === "number" && values.filter(isThere).every(Number.isInteger) ? "integer" : type;

/** A field in the syntax of extract steps. */
interface Written {
  readonly name: string;
  readonly type: OutputType;
  readonly text: string;
}

/** Whether two fields read the same place as the same type. */
const areTwins = (left: Written, right: Written): boolean =>
  left.text.slice(left.text.indexOf(":")) === right.text.slice(right.text.indexOf(":")) &&
  JSON.stringify(left.type) === JSON.stringify(right.type);

interface ListDraft extends Omit<Draft, "steps"> {
  readonly step: ExtractStep;
  readonly records: RecordList["all"];
}

const draftOf = (page: PageDocument, list: RecordList, intent: Intent, now: number): ListDraft | null => {
  const selector = writeSelector(page.root, list.all);
  if (!selector) return null;
  const written: Written[] = [];
  const missing: string[] = [];
  const unreached: string[] = [];
  const readDay = createDayReader(page, now);
  for (const [name, type] of Object.entries(list.schema)) {
    const values = list.items.map((item) => item[name]);
    const filled = values.filter(isThere).length;
    const asked = intent.fields.find((field) => field.name === name);
    const isAsked = asked !== undefined;
    const isWorth = filled > 0 && (isAsked || filled >= values.length * MIN_SHARE);
    const field = { name, type, values, isAsked, isWhole: intent.isWhole };
    const text = isWorth ? writeListed(list.records, field, contextOf(page, now), readDay) : null;
    const own = text === null ? null : { name, text, type: refineType(type, values) };
    if (own && (isAsked || !written.some((other) => areTwins(own, other)))) written.push(own);
    if (own || !isAsked || asked.isImplied) continue;
    missing.push(name);
    if (filled > 0) unreached.push(name);
  }
  if (written.length === 0) return null;
  return {
    step: {
      type: "extract",
      ...(intent.noun && { label: intent.noun }),
      selector: selector.css,
      fields: written.map(({ text }) => text),
    },
    outputSchema: Object.fromEntries(written.map(({ name, type }) => [name, type])),
    missing,
    unreached,
    doubted: list.doubted.filter((name) => written.some((own) => own.name === name)),
    count: list.all.length,
    records: list.all,
  };
};

/** What every list of links has: menus and boxes of a page's heading fill these, too. */
const COMMON: ReadonlySet<Concept | null> = new Set<Concept | null>(["title", "url", "image", "content"]);
const MIN_COUNT = 3;
const MANY = 6;
const MIN_WORDS = 3;
/** Whether a list is long and wordy enough not to be a menu. */
const isSubstantial = ({ records }: ListDraft): boolean =>
  records.length >= MANY &&
  records.filter((record) => countSpaced(textOf(record)) >= MIN_WORDS).length * 2 > records.length;

/** A list with a smaller share of the named fields is not the one meant. */
const MIN_NAMED = 0.5;

/** @param takesLess whether one of the named fields is enough, if the list is what the page is about */
const hasNamed = (draft: ListDraft, { fields }: Intent, takesLess: boolean): boolean => {
  const named = fields.filter((field) => !field.isImplied && !field.isGuess);
  const found = named.filter(({ name }) => !draft.missing.includes(name)).length;
  return found >= named.length * MIN_NAMED || (takesLess && found > 0 && isSubstantial(draft));
};

/** Whether a list answers nothing that was asked for beyond names and links: an honest "nothing" is better. */
const isJunk = (draft: ListDraft, { fields }: Intent): boolean => {
  const telling = fields.filter(({ concept, isImplied }) => !isImplied && !COMMON.has(concept));
  const lacking = telling.filter(({ name }) => draft.missing.includes(name));
  if (lacking.length === 0) return false;
  return draft.count < MIN_COUNT || (lacking.length === telling.length && !isSubstantial(draft));
};

/** A list rated below this share of the best is unrelated to it. */
const SECOND_SHARE = 0.2;
const MAX_STEPS = 4;

/**
 * The best list for which an item selector and at least one field can be written, with similar lists of
 * the page; null if there is none.
 *
 * @param takesLess whether to take a list that has less than half of the named fields
 */
export const draftList = (
  page: PageDocument,
  intent: Intent,
  now: number,
  takesLess = false,
): Draft | null => {
  const chosen: ListDraft[] = [];
  let least = 0;
  for (const { read, rating } of findLists(page, intent, now)) {
    const [first] = chosen;
    if (chosen.length >= MAX_STEPS || rating < least) break;
    const draft = draftOf(page, read(), intent, now);
    if (!draft || chosen.some((other) => overlaps(other, draft))) continue;
    const isAsGood = first
      ? draft.missing.every((name) => first.missing.includes(name))
      : hasNamed(draft, intent, takesLess) && !isJunk(draft, intent);
    if (!isAsGood) continue;
    chosen.push(draft);
    least ||= rating * SECOND_SHARE;
  }
  const [first, ...others] = chosen;
  if (!first) return null;
  const schemas = [...others, first].map(({ outputSchema }) => outputSchema);
  return {
    steps: chosen.map(({ step }) => step),
    outputSchema: Object.assign({}, ...schemas) as OutputSchema,
    missing: first.missing,
    ...(first.unreached && { unreached: first.unreached }),
    ...(first.doubted && { doubted: first.doubted }),
    count: chosen.reduce((sum, { count }) => sum + count, 0),
  };
};
