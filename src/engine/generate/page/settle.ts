/** Decides between a field's selector and its name, by how both read further pages of the template. */
import { parseField } from "../../../contract/fields/fields.ts";
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { extractData, extractRecords, type PageDocument } from "../../extract/extract.ts";
import { isThere } from "../draft.ts";

interface Selected {
  readonly text: string;
  /** Whether the selector looks durable. */
  readonly lasts: boolean;
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
const filled = (values: readonly unknown[]): number => values.filter(isThere).length;
const varies = (values: readonly unknown[]): boolean =>
  new Set(values.filter(isThere).map((value) => JSON.stringify(value))).size > 1;

/**
 * Without further pages, a selector that looks durable is taken, else the name. With them, what reads more of them;
 * what reads a different value on each page rather than always the same; if neither tells, what looks durable.
 */
export const settleWith = (
  page: PageDocument,
  others: readonly PageDocument[],
  schema: OutputSchema,
  now: number,
): ((name: string, selected: Selected | null) => string) => {
  const all = [page, ...others];
  let meant: readonly Readonly<Record<string, unknown>>[] | null = null;
  const byMeaning = () => {
    meant ??= all.map(
      (document) => extractData(document, { schema, records: "one", now }).results[0]?.item ?? {},
    );
    return meant;
  };
  return (name, selected) => {
    if (selected === null) return name;
    const byLook = selected.lasts ? selected.text : name;
    if (others.length === 0) return byLook;
    const fields = [parseField(selected.text)];
    const read = all.map(
      (document) => extractRecords(document, { fields, schema, now }).records[0]?.[name] ?? null,
    );
    const named = byMeaning().map((item) => item[name] ?? null);
    if (read.every((value, at) => isSame(value, named[at]))) return byLook;
    const [own, other] = [filled(read), filled(named)];
    if (own !== other) return own > other ? selected.text : name;
    if (varies(read) !== varies(named)) return varies(read) ? selected.text : name;
    return byLook;
  };
};
