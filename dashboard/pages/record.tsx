import { useMemo } from "react";
import { Link } from "wouter";
import type { Client } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { LazyChart } from "../charts/lazyChart.tsx";
import { useRecordCurrency, useRecordNames } from "../flows/recordNames.ts";
import { Card, Empty, Loading, Time } from "../ui/basics.tsx";
import { showAmount, showCount, showDateTime, showName } from "../ui/format.ts";
import { Value } from "../ui/items.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";

/** Most changes that a chart can show, the newest first. */
const MAX_CHANGES = 200;

type Entry = Awaited<ReturnType<Client["getRecordHistory"]>>["data"][number];

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** How far before the first change the chart starts, as a share of the time since then. */
const LEAD = 0.1;
const MIN_LEAD_MS = 60_000;

const beforeOf = (timestamp: string): string => {
  const atMs = Date.parse(timestamp);
  return new Date(atMs - Math.max(MIN_LEAD_MS, (Date.now() - atMs) * LEAD)).toISOString();
};

/** A number over time: before the first change, after each, and now. */
const courseOf = (entries: readonly Entry[], field: string) => {
  const changes = entries.filter(({ fields }) => field in fields).toReversed();
  const first = numberOf(changes[0]?.fields[field]?.previous);
  const after = changes.map(({ createdAt, fields }) => ({
    at: createdAt,
    value: numberOf(fields[field]?.current),
  }));
  const start = changes[0];
  const last = after.at(-1);
  // The first value applied until the first change; the last one still applies.
  const before =
    first === null || start === undefined ? [] : [{ at: beforeOf(start.createdAt), value: first }];
  const now =
    last === undefined || last.value === null ? [] : [{ at: new Date().toISOString(), value: last.value }];
  return [...before, ...after, ...now];
};

/** A number is money if its currency is known, or if it stands beside one with cents. */
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

/** Current, lowest and highest value. */
const Extremes = ({
  values,
  currency,
}: {
  readonly values: readonly number[];
  readonly currency: string | null;
}) => (
  <dl className="tiles">
    {(
      [
        ["Current", values.at(-1)],
        ["Minimum", Math.min(...values)],
        ["Maximum", Math.max(...values)],
      ] as const
    ).map(([title, value]) => (
      <div className="tile" key={title}>
        <dt>{title}</dt>
        <dd>{value === undefined ? "–" : showNumber(value, values, currency)}</dd>
      </div>
    ))}
  </dl>
);

/** As money, or with cents if any of the values has them. */
const showNumber = (value: number, beside: readonly number[], currency: string | null): string =>
  currency === null && beside.every(Number.isInteger) ? showCount(value) : showAmount(value, currency);

interface CourseProps {
  readonly entries: readonly Entry[];
  readonly field: string;
  readonly currency: string | null;
}

const Course = ({ entries, field, currency }: CourseProps) => {
  const course = useMemo(() => courseOf(entries, field), [entries, field]);
  const values = useMemo(() => course.flatMap(({ value }) => value ?? []), [course]);
  const props = useMemo(
    () => ({
      label: `${showName(field)} over time`,
      xTitle: "When",
      xs: course.map(({ at }) => at),
      showX: showDateTime,
      isTime: true,
      series: [
        {
          title: showName(field),
          colour: "accent" as const,
          form: "steps" as const,
          values: course.map(({ value }) => value),
          show: (value: number) => showNumber(value, values, currency),
        },
      ],
    }),
    [course, field, values, currency],
  );
  return (
    <Card title={`${showName(field)} over time`}>
      {values.length > 0 && <Extremes values={values} currency={currency} />}
      <LazyChart {...props} />
    </Card>
  );
};

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
  const name = entries?.find(({ label }) => label !== undefined)?.label ?? looked;
  return (
    <Page title={name} parent={[`/flows/${id}?tab=records`, "Records"]} lead="Change history, newest first.">
      {entries === undefined &&
        (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {entries !== undefined &&
        numericFields(entries).map((field) => (
          <Course key={field} entries={entries} field={field} currency={currencyOf(field)} />
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
