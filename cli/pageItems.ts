/** The data of several pages in one table, and what there is to say of each page. */
import type { Extraction, OutputSchema } from "../client/index.ts";
import type { Output } from "./output.ts";
import { pricesOf } from "./prices.ts";
import { askedOf } from "./questions.ts";
import type { Currencies } from "./table.ts";

/** The pages' URLs have a column of their own, also if the items have a field `page`. */
const freeName = (names: readonly string[]): string => {
  let name = "page";
  while (names.includes(name)) name = `${name}Url`;
  return name;
};

/** A field's currency; null if the pages that have the field differ, or not all of them tell. */
const currenciesOf = (pages: readonly Extraction[]): Currencies => {
  const fields = new Set(pages.flatMap(({ currencies = {} }) => Object.keys(currencies)));
  return Object.fromEntries(
    [...fields].map((field) => {
      const having = pages.filter(({ items }) => items.some((item) => typeof item[field] === "number"));
      const [first = null, ...others] = new Set(
        having.map(({ currencies = {} }) => currencies[field] ?? null),
      );
      return [field, others.length > 0 ? null : first];
    }),
  );
};

/** @returns the number of items */
export const showItems = (
  pages: readonly Extraction[],
  schema: OutputSchema | undefined,
  output: Output,
): number => {
  const names = [...new Set(pages.flatMap(({ items }) => items.flatMap((item) => Object.keys(item))))];
  const page = freeName(names);
  const rows = pages.flatMap(({ url, items }) => items.map((item) => ({ [page]: url, ...item })));
  output.list(rows, [page, ...names], pricesOf(schema, currenciesOf(pages)));
  return rows.length;
};

/** What a page could also be read as. */
const otherOf = (other: Extraction["other"]): string[] => {
  if (!other) return [];
  const { records, itemCount } = other;
  const as =
    records === "one" ? "one item" : `a list of ${itemCount} ${itemCount === 1 ? "record" : "records"}`;
  return [`The page can also be read as ${as}: --records ${records}`];
};

/** Doubts, fields that could have several values, and what a page reserves. */
export const linesOf = ({ other, questions, warnings = [], permissions }: Extraction): string[] => {
  const { reserved = [] } = permissions ?? {};
  return [
    ...otherOf(other),
    ...askedOf(questions),
    ...warnings,
    ...(reserved.length > 0 ? [`The page reserves ${reserved.join(", ")}.`] : []),
  ];
};

export const sayNotes = (pages: readonly Extraction[], output: Output): void => {
  for (const page of pages) for (const line of linesOf(page)) output.say(`${page.url}: ${line}`);
};
