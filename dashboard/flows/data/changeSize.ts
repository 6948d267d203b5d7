/** How large a change of a record is, and changes as a file. */
import type { Client } from "../../../client/index.ts";

type Change = Awaited<ReturnType<Client["flows"]["listChanges"]>>["data"][number];
export type RecordChange = Change["records"][number];
type FieldChange = RecordChange["fields"][string];

/** -0.126 for a number that fell by 12.6 %; null where there is no such share. */
export const shareOf = ({ previous, current }: Pick<FieldChange, "previous" | "current">): number | null =>
  typeof previous === "number" && typeof current === "number" && previous !== 0
    ? (current - previous) / Math.abs(previous)
    : null;

const percent = new Intl.NumberFormat("en", { maximumFractionDigits: 1, signDisplay: "exceptZero" });

/** `−12.6 %` */
export const showShare = (share: number): string => `${percent.format(share * 100).replace("-", "−")} %`;

/** The largest share by which a number of the record changed. Records that were added or removed have none. */
export const sizeOf = ({ fields }: RecordChange): number =>
  Math.max(0, ...Object.values(fields).map((change) => Math.abs(shareOf(change) ?? 0)));

const plain = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

/** A cell of a CSV file. What a spreadsheet may take for a formula begins with an apostrophe. */
const cellOf = (value: unknown): string => {
  const text = plain(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One row for each field that differs. */
export const csvOf = (records: readonly RecordChange[], nameOf: (record: RecordChange) => string): string => {
  const rows = records.flatMap((record) =>
    Object.entries(record.fields).map(([field, change]) => {
      const share = shareOf(change);
      return [
        nameOf(record),
        record.type,
        field,
        change.previous,
        change.current,
        share === null ? null : Number((share * 100).toFixed(1)),
        change.currency,
      ];
    }),
  );
  const head = ["record", "type", "field", "previous", "current", "changePercent", "currency"];
  return [head, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
};
