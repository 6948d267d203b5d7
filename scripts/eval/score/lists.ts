/** Lists of records (court opinions): which records are found, and their dates and docket numbers. */
import { extractData, resolveUrl } from "../../../src/engine/extract/extract.ts";
import { bare } from "../compare.ts";
import { mean } from "../measures.ts";
import { type Entry, NOW, parseEntry } from "../sets.ts";

interface ListedRecord {
  readonly name?: string;
  readonly url?: string;
  /** As written on the page. */
  readonly href?: string;
  readonly date?: string;
  readonly docket?: string;
  readonly on_page: Readonly<Record<string, boolean>>;
}
export interface ListTruth {
  readonly records: readonly ListedRecord[];
}

const SCHEMA = { name: "string", url: "url", date: "date", docket: "string" } as const;

/** Whether an item is about a record: it has the record's URL, or contains its docket number or name. */
const isAbout = (
  item: Readonly<Record<string, unknown>>,
  { href, url, docket, name, on_page }: ListedRecord,
  baseUrl: string,
): boolean => {
  const addresses = [href && resolveUrl(href, baseUrl), on_page.url ? url : undefined].filter(Boolean);
  if (addresses.length > 0 && item.url) return addresses.includes(String(item.url));
  const said = bare(Object.values(item).join(" "));
  if (docket && on_page.docket) return said.includes(bare(docket));
  return on_page.name === true && said.includes(bare(name));
};

/**
 * `complete`: F1 of the records, if the truth has all records of the page; `recall`: for all pages; `date` and
 * `docket`: share of the records showing one whose item has it.
 */
export const scoreList = ({
  url,
  facts,
  read,
  truth,
}: Entry<ListTruth>): Readonly<Record<string, number>> => {
  const page = parseEntry({ read, url: facts.host ? `https://${facts.host}/` : url });
  const items = extractData(page, { schema: SCHEMA, now: NOW }).results.map(({ item }) => item);
  const rest = new Set(items);
  const pairs = truth.records.map((record) => {
    const item = [...rest].find((own) => isAbout(own, record, page.baseUrl));
    if (item) rest.delete(item);
    return { record, item };
  });
  const hits = pairs.filter(({ item }) => item).length;
  const share = (field: "date" | "docket"): Record<string, number> => {
    const shown = pairs.filter(({ record }) => record.on_page[field] && record[field]);
    const right = shown.map(({ record, item }) => {
      const [found, wanted] = [bare(item?.[field]), bare(record[field])];
      return Number(field === "date" ? found === wanted : found !== "" && found.includes(wanted));
    });
    return shown.length === 0 ? {} : { [field]: mean(right) };
  };
  return {
    ...(facts.complete === true && { complete: (2 * hits) / (items.length + truth.records.length) }),
    recall: hits / truth.records.length,
    ...share("date"),
    ...share("docket"),
  };
};
