import { Link } from "wouter";
import { useRecord } from "../api/queries.ts";
import { Course, type Entry, numberOf } from "../flows/data/course.tsx";
import { usePriceReadings, useRecordCurrency, useRecordNames } from "../flows/data/recordNames.ts";
import { Card, Empty, Loading, Time } from "../ui/basics.tsx";
import { showName } from "../ui/format.ts";
import { Value } from "../ui/items.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";

/** Most changes that a chart can show, the newest first. */
const MAX_CHANGES = 200;

/** A number is money if its currency is known, or if it is next to one with cents. */
const moneyOf = (
  currency: string | null,
  ...values: readonly unknown[]
): { readonly currency?: string | null } =>
  currency !== null || values.some((value) => typeof value === "number" && !Number.isInteger(value))
    ? { currency }
    : {};

const numericFields = (entries: readonly Entry[]): string[] => [
  ...new Set(
    entries.flatMap(({ fields }) =>
      Object.entries(fields)
        .filter(([, { previous, current }]) => numberOf(previous) !== null || numberOf(current) !== null)
        .map(([name]) => name),
    ),
  ),
];

interface RecordProps {
  readonly params: { readonly id?: string; readonly key?: string };
}

export default function RecordHistory({ params: { id = "", key = "" } }: RecordProps) {
  const { data, error, refetch } = useRecord(["flows", id, "history", key], async (client) => {
    const { data: entries, total } = await client.getRecordHistory(id, key, { limit: MAX_CHANGES });
    return { entries, total };
  });
  const entries = data?.entries;
  const looked = useRecordNames(id)(key);
  const latest = useRecordCurrency(id, key);
  const currencyOf = (field: string): string | null =>
    entries?.find(({ fields }) => fields[field]?.currency)?.fields[field]?.currency ?? latest(field);
  const readings = usePriceReadings(id, key);
  const name = entries?.find(({ label }) => label !== undefined)?.label ?? looked;
  return (
    <Page title={name} parent={[`/flows/${id}?tab=records`, "Records"]} lead="Change history, newest first.">
      {entries === undefined &&
        (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {entries !== undefined &&
        [...new Set([...Object.keys(readings), ...numericFields(entries)])].map((field) => (
          <Course
            key={field}
            entries={entries}
            field={field}
            currency={currencyOf(field)}
            reading={readings[field]}
          />
        ))}
      {entries !== undefined && (
        <Card title="Changes" isFlush>
          {entries.length === 0 ? (
            <Empty title="No changes">This record hasn't changed since it was first collected.</Empty>
          ) : (
            <Table
              caption="Record changes"
              rows={entries.flatMap((entry) =>
                Object.entries(entry.fields).map(([field, values]) => ({ entry, field, ...values })),
              )}
              keyOf={({ entry, field }) => `${entry.changeId} ${field}`}
              columns={[
                { title: "When", cell: ({ entry }) => <Time at={entry.createdAt} /> },
                { title: "What", isExtra: true, cell: ({ entry }) => showName(entry.type) },
                { title: "Field", isName: true, cell: ({ field }) => showName(field) },
                {
                  title: "Before",
                  cell: ({ field, previous, current, currency = currencyOf(field) }) => (
                    <Value value={previous} {...moneyOf(currency, previous, current)} />
                  ),
                },
                {
                  title: "After",
                  cell: ({ field, previous, current, currency = currencyOf(field) }) => (
                    <Value value={current} {...moneyOf(currency, previous, current)} />
                  ),
                },
                {
                  title: "Run",
                  isExtra: true,
                  cell: ({ entry }) => <Link href={`/runs/${entry.runId}`}>Run</Link>,
                },
              ]}
            />
          )}
        </Card>
      )}
    </Page>
  );
}
