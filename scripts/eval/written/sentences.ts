/** Scores what is understood of sentences that were written for this by somebody who did not know the reader. */
import { readFileSync } from "node:fs";
import { conceptOf } from "../../../src/engine/extract/vocabulary/concepts.ts";
import { readIntent } from "../../../src/engine/generate/index.ts";
import { type Half, halfOf } from "./halves.ts";

/** A value, or one of several that are equally right. */
type Either<Value> = Value | { readonly anyOf: readonly Value[] };
interface Sentence {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
  readonly mode: Either<"extract" | "monitor">;
  /** Names of each field, separated by "|". */
  readonly fields: Either<readonly string[]>;
  readonly records: Either<"all" | "one" | "either">;
  readonly follow: Either<boolean>;
  readonly pages: Either<boolean>;
  readonly filter: Either<boolean>;
  readonly condition: Either<string | null>;
  readonly schedule: Either<string | null>;
}

type Field = ReturnType<typeof readIntent>["fields"][number];

const valuesOf = <Value>(either: Either<Value>): readonly Value[] =>
  typeof either === "object" && either !== null && "anyOf" in either
    ? (either.anyOf as readonly Value[])
    : [either as Value];

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/s$/, "");

const isCalled = (field: Field, names: string): boolean =>
  names.split("|").some((name) => {
    const concept = conceptOf(name);
    const isNamed = [field.name, field.said ?? ""].some((own) => plain(own) === plain(name));
    return isNamed || (concept !== null && concept === field.concept);
  });

const PARTS = /[,;:.()\n、，→>/+&-]|\s(?:und|y|e|et|i|ve|en|mit|avec|con|com|met)\s|と|を/u;
const ARTICLE = /^\s*(?:der|die|das|le|la|les|l['’]|el|los|las|il|lo|de|o|os|as|het)\s+/u;
/** Whether the field is called by all that stands between two separators of the sentence, in its own language. */
const isSpelt = (field: Field, { text }: Sentence): boolean =>
  text
    .toLowerCase()
    .split(PARTS)
    .map((part) => plain(part.replace(ARTICLE, "")))
    .some((part) => part !== "" && [field.name, field.said ?? ""].some((own) => plain(own) === part));

/** Whether the fields are those that are wanted, no more and no less. */
const areFields = (fields: readonly Field[], wanted: readonly string[], sentence: Sentence): boolean => {
  const missing = wanted.filter((names) => !fields.some((field) => isCalled(field, names)));
  const extra = fields.filter((field) => !wanted.some((names) => isCalled(field, names)));
  if (missing.length === 0 && extra.length === 0) return fields.length === wanted.length;
  // The truth has English names only.
  const isForeign = sentence.lang !== "en" && missing.length === extra.length;
  return isForeign && extra.every((field) => isSpelt(field, sentence));
};

const isCondition = (conditions: string, wanted: string): boolean => {
  if (/any change|changes$/.test(wanted)) return conditions === "" || /changed|was/.test(conditions);
  if (/^new \w+$/.test(wanted)) return conditions.includes("added");
  if (wanted.includes("removed")) return conditions.includes("removed");
  if (wanted === "in stock") return conditions.includes("stock");
  return (
    conditions !== "" && (wanted.match(/\d[\d.]*/g) ?? []).every((number) => conditions.includes(number))
  );
};

type Part = "mode" | "fields" | "records" | "follow" | "pages" | "schedule" | "filter" | "condition";

/** What of a sentence is understood as its writer meant it. */
const judge = (sentence: Sentence): Partial<Record<Part, boolean>> => {
  const { monitoring, fields, inner, kind, limits, schedule, notes, scrolls, loadsMore } = readIntent(
    sentence.text,
    "UTC",
  );
  const named = [...fields, ...(inner ?? [])].filter(({ isImplied }) => !isImplied);
  const records = valuesOf(sentence.records);
  const goesOn = limits.everyPage || limits.maxPages !== null || scrolls || loadsMore;
  const conditions = [...(monitoring?.conditions ?? []), ...(monitoring?.restock ? ["stock"] : [])].join(
    "; ",
  );
  const told = valuesOf(sentence.condition).filter((condition) => condition !== null);
  const [filter, ...others] = valuesOf(sentence.filter);
  const isFilterTold =
    notes.some((note) => note.includes("filter")) || (filter === true && monitoring !== null);
  return {
    mode: valuesOf(sentence.mode).includes(monitoring ? "monitor" : "extract"),
    fields: valuesOf(sentence.fields).some((wanted) => areFields(named, wanted, sentence)),
    records: records.includes("either") || kind === null || records.includes(kind === "list" ? "all" : "one"),
    follow: valuesOf(sentence.follow).includes(inner !== null),
    pages: valuesOf(sentence.pages).includes(goesOn),
    schedule: valuesOf(sentence.schedule).some((wanted) => (wanted === null) === (schedule === null)),
    ...(others.length === 0 && { filter: filter === isFilterTold }),
    ...(monitoring && {
      condition: told.length === 0 || told.some((wanted) => isCondition(conditions, wanted)),
    }),
  };
};

/** Shares of the sentences of which each part, and everything, is understood. */
export const scoreSentences = (half: Half, isLoud: boolean): Readonly<Record<string, number>> => {
  const all: readonly Sentence[] = JSON.parse(
    readFileSync(new URL("sentences.json", import.meta.url), "utf8"),
  );
  const judged = all
    .filter(({ id }) => halfOf(Number(id.slice(1))) === half)
    .map((sentence) => ({ sentence, parts: Object.entries(judge(sentence)) }));
  const shareOf = (oks: readonly boolean[]): number => oks.filter(Boolean).length / oks.length;
  if (isLoud)
    for (const { sentence, parts } of judged) {
      const wrong = parts.filter(([, ok]) => !ok).map(([part]) => part);
      if (wrong.length > 0) console.log(`${sentence.id} ${wrong.join(", ")}: ${sentence.text}`);
    }
  const byPart = Map.groupBy(
    judged.flatMap(({ parts }) => parts),
    ([part]) => part,
  );
  return {
    sentences: judged.length,
    ...Object.fromEntries([...byPart].map(([part, each]) => [part, shareOf(each.map(([, ok]) => ok))])),
    whole: shareOf(judged.map(({ parts }) => parts.every(([, ok]) => ok))),
  };
};
