/** Reads the rows of a list: what each says, and what of it is asked for. */
import { cloneNode, type Element } from "domhandler";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { type Bit, listBits } from "../../page/bits.ts";
import { lineText } from "../../page/lines.ts";
import { readColumns } from "../../regions/columns.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import { flattenEntity } from "../../sources/markup/flatten.ts";
import { lettersOf } from "../../values/text.ts";
import { isDay, readRecordDay } from "../events/recordDay.ts";
import { readLinks, readLinksOf } from "../links.ts";
import { matchFields } from "../match.ts";
import { readNamed } from "../named.ts";
import type { PageView } from "../pageFacts.ts";
import { readPageNumber } from "../pageNumber.ts";
import { ENDLESS, type Patience } from "../patience.ts";
import { readCounts } from "./counts.ts";
import { readOnlyList } from "./onlyList.ts";
import { readRecord } from "./record.ts";
import { readWriters } from "./writers.ts";
import { readYear } from "./years.ts";

/** Entities of the page by name: structured data about records that the page shows. */
export const indexEntities = (entities: readonly Entity[]): ReadonlyMap<string, Entity> =>
  new Map(
    entities
      .map((entity) => [lettersOf(entity.properties.name ?? entity.properties.headline), entity] as const)
      .filter(([name]) => name !== ""),
  );

/**
 * A record without an element of its own is cloned, so that a reader climbing to its ancestors does not read the
 * whole page every time.
 */
const isolate = (record: Element): Element => (record.parent === null ? cloneNode(record, true) : record);

/** What a record says, whatever is asked for. */
const tellRecord = (
  of: Element,
  record: Element,
  view: PageView,
  known: ReadonlyMap<string, Entity>,
  patience: Patience,
): Fact[] => {
  const facts = readRecord(record, view.context, readColumns(of), patience);
  const title = facts.find(({ concept }) => concept === "title")?.values[0];
  const entity = known.get(lettersOf(title));
  return [
    ...facts,
    ...(entity ? flattenEntity(entity) : []),
    ...(facts.some((fact) => isDay(fact, view.context))
      ? []
      : patience.ask(readRecordDay, () => readRecordDay(of, record, view), ["date"])),
    ...readPageNumber(of, view.page),
    makeFact("record", "content", [lineText(record)], { concept: "content", factor: 0.7, path: "text" }),
  ];
};

/** What a record says under the names of the fields asked for. */
const readAskedFacts = (
  record: Element,
  facts: readonly Fact[],
  schema: OutputSchema,
  view: PageView,
  patience: Patience,
): Fact[] => {
  let read: readonly Bit[] | null = null;
  const bits = (): readonly Bit[] => (read ??= listBits([record]));
  return [
    ...patience.ask(readNamed, () => readNamed(record, schema)),
    ...patience.ask(readCounts, () => readCounts(bits(), schema)),
    ...patience.ask(readWriters, () => readWriters(bits(), schema)),
    ...patience.ask(readYear, () => readYear(bits(), schema)),
    ...patience.ask(readOnlyList, () => readOnlyList(record, schema)),
    ...patience.ask(readLinks, () => [
      ...readLinks([record], schema),
      ...readLinksOf(
        record,
        schema,
        (name) => matchFields(facts, { [name]: "string" }, view.context).item[name],
      ),
    ]),
  ];
};

/** Reads the records of a page's lists: the one reader behind `/extract` and `/generate`. */
export const createRecordReader = (view: PageView) => {
  const known = indexEntities(view.entities);
  return {
    tell: (record: Element, patience: Patience): Fact[] =>
      tellRecord(record, isolate(record), view, known, patience),
    /** @param facts as returned by `tell` */
    ask: (record: Element, facts: readonly Fact[], schema: OutputSchema, patience = ENDLESS): Fact[] =>
      readAskedFacts(isolate(record), facts, schema, view, patience),
  };
};

/** What a row says, whatever is asked for and under the names of the fields asked for. */
export const factsOf = (
  of: Element,
  view: PageView,
  schema: OutputSchema,
  known: ReadonlyMap<string, Entity>,
  patience: Patience,
): Fact[] => {
  const record = isolate(of);
  const facts = tellRecord(of, record, view, known, patience);
  return [...facts, ...readAskedFacts(record, facts, schema, view, patience)];
};
