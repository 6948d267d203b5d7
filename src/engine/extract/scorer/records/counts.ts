/** Amounts with the name of a field beside them: "4 replies", "1.2k views", "Cited by 12", "£1,200 pledged", "60% funded". */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import type { Bit } from "../../page/bits.ts";
import { type Fact, labelOf, makeFact } from "../../sources/facts.ts";
import { type Concept, conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { remembered } from "../../vocabulary/remember.ts";

const MAX_CHARS = 40;
const AMOUNT = String.raw`(?:\p{Sc}\s?)?\d[\d.,]*(?:\s?(?:[kKmM]|%|\p{Sc}))?`;
const WORDS = String.raw`\p{L}[\p{L}\p{M} -]{0,30}`;
const COUNTED = new RegExp(`^(?<first>${AMOUNT})\\s+(?<after>${WORDS})$`, "u");
const NAMED = new RegExp(`^(?<before>${WORDS}):?\\s+(?<last>${AMOUNT})$`, "u");
const NUMBERS: ReadonlySet<unknown> = new Set(["integer", "number", "price"]);

/** What a count is called besides what it counts: `viewCount`, `numberOfViews`. */
const COUNT: ReadonlySet<string> = new Set(["count", "counts", "number", "num", "of", "total"]);
/** What a name counts, without the ending of its plural: one reply, two replies. */
const stemOf: (name: string) => string = remembered((name) => {
  const words = foldedWords(name);
  const counted = words.filter((word) => !COUNT.has(word));
  return (counted.length > 0 ? counted : words)
    .join(" ")
    .replace(/(?:ies|y)$/, "i")
    .replace(/(?<=[^s])s$/, "");
}, 1_000);

/** Words that say how much, not of what. */
const MEASURES: ReadonlySet<string> = new Set([...COUNT, "amount", "percent", "percentage", "sum", "value"]);
const TIMES: ReadonlySet<string> = new Set(["days", "hours", "minutes", "weeks", "months"]);
/** Whether words beside an amount are what a longer name means: "pledged" for `amountPledged`, "days to go" for `daysLeft`. */
const tellsField = (said: string, amount: string, name: string): boolean => {
  const words = foldedWords(name);
  const spoken = foldedWords(said);
  const own = words.filter((word) => !MEASURES.has(word));
  if (words.length < 2 || own.length === 0 || conceptOf(name) !== null) return false;
  const isShare = words.some((word) => word.startsWith("percent"));
  if (isShare !== amount.includes("%")) return false;
  if (TIMES.has(own[0] ?? "") && own[0] === spoken[0]) return true;
  return own.every((word) => spoken.includes(word));
};

/** Whether a text names a field, of which it gives the number. */
const namesField = (said: string, name: string): boolean => {
  if (stemOf(said) === stemOf(name)) return true;
  const concept = conceptOf(name);
  return concept !== null && conceptOf(said) === concept;
};

const SAID_AS_TEXT: ReadonlySet<Concept | null> = new Set<Concept | null>([null, "servings"]);
/** Fields that a number can fill. Of texts, only those whose name says nothing else. */
const isCount = (name: string, type: OutputSchema[string] | undefined): boolean =>
  NUMBERS.has(type) || (type === "string" && SAID_AS_TEXT.has(conceptOf(name)));

/** The amounts in a record that stand beside the name of a field. */
export const readCounts = (bits: readonly Bit[], schema: OutputSchema): Fact[] => {
  const names = Object.keys(schema).filter((name) => isCount(name, schema[name]));
  if (names.length === 0) return [];
  return bits.flatMap(({ text }) => {
    if (text.length > MAX_CHARS || !/\d/.test(text)) return [];
    const { first, after, before, last } = COUNTED.exec(text)?.groups ?? NAMED.exec(text)?.groups ?? {};
    const [said, amount] = [after ?? before, first ?? last];
    if (said === undefined || amount === undefined) return [];
    return names
      .filter((name) => namesField(said, name) || tellsField(said, amount, name))
      .map((name) =>
        makeFact("record", name, [amount], {
          concept: conceptOf(name),
          factor: 0.9,
          origin: labelOf("", said),
        }),
      );
  });
};
