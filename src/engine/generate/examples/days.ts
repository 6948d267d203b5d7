/** Examples whose day is not in their record, but above its group, or there without its year. */
import type { Element } from "domhandler";
import type { ExampleRecord } from "../../../contract/fields/recordExamples.ts";
import { contextOf, type PageDocument } from "../../extract/extract.ts";
import { createDayReader } from "../../extract/slots/groupDay.ts";
import { coerceValue } from "../../extract/values/coerce.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import type { Chosen } from "./choose.ts";
import type { Holding } from "./findExamples.ts";

const isDay = (name: string): boolean => conceptOf(name) === "date" || conceptOf(name) === "startDate";

/** The example's fields without those of its day. */
const withoutDay = (example: ExampleRecord): ExampleRecord =>
  Object.fromEntries(Object.entries(example).filter(([name]) => !isDay(name)));

/** The examples without their days, and what tells the records of these days; null if not all have one and more. */
export const splitDays = (page: PageDocument, examples: readonly ExampleRecord[], now: number) => {
  const days = examples.map((example) => {
    const name = Object.keys(example).find(isDay);
    const value = name === undefined ? null : coerceValue(example[name] ?? "", "date", contextOf(page, now));
    return name === undefined || value === null ? null : { name, value };
  });
  const plain = examples.map(withoutDay);
  const [first] = days;
  if (!first || days.some((day) => day?.name !== first.name)) return null;
  if (plain.some((example) => Object.keys(example).length === 0)) return null;
  const read = createDayReader(page, now);
  const isOf = (record: Element, at: number): boolean => read(record) === days[at]?.value;
  /** The day's field, which is read by its name: like any field, from all records. */
  const choose = ({ examples, sample, selector }: Holding): Chosen[] => {
    const [{ scope } = { scope: null }] = examples;
    if (!scope || selector === null || !("name" in scope)) return [];
    const element = scope as Element;
    const filled = sample.filter((record) => read(record) !== null).length / sample.length;
    const place = { element, attribute: null, core: element, parts: [] };
    const field = { name: first.name, list: false, source: null, transforms: [] };
    const written = { field, text: first.name, cost: 0, label: null, read };
    const option = { place, written, reads: "", filled, likeness: 1, isConstant: false, score: 0 };
    const found = { type: "date" as const, value: first.value, places: [place], within: [] };
    return [{ name: first.name, found, option, isSure: true }];
  };
  return { plain, isOf, choose, name: first.name };
};
