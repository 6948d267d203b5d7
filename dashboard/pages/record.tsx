import { useMemo } from "react";
import { Link } from "wouter";
import type { Client } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { LazyChart } from "../charts/lazyChart.tsx";
import { useRecordNames } from "../flows/recordNames.ts";
import { Card, Empty, Loading, Time } from "../ui/basics.tsx";
import { showCount, showDateTime, showName } from "../ui/format.ts";
import { Value } from "../ui/items.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";

/** The newest of a record's changes: as many as a chart can show. */
const MAX_CHANGES = 200;

type Entry = Awaited<ReturnType<Client["getRecordHistory"]>>["data"][number];

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** The course of a number: what it was before the first change, and after each. */
const courseOf = (entries: readonly Entry[], field: string) => {
  const changes = entries.filter(({ fields }) => field in fields).toReversed();
  const first = numberOf(changes[0]?.fields[field]?.previous);
  const after = changes.map(({ createdAt, fields }) => ({
    at: createdAt,
    value: numberOf(fields[field]?.current),
  }));
  const start = changes[0];
  return first === null || start === undefined ? after : [{ at: start.createdAt, value: first }, ...after];
};

const numericFields = (entries: readonly Entry[]): string[] => [
  ...new Set(
    entries.flatMap(({ fields }) =>
      Object.entries(fields)
        .filter(([, { previous, current }]) => numberOf(previous) !== null || numberOf(current) !== null)
        .map(([name]) => name),
    ),
  ),
];

const Course = ({ entries, field }: { readonly entries: readonly Entry[]; readonly field: string }) => {
  const course = useMemo(() => courseOf(entries, field), [entries, field]);
  const props = useMemo(
    () => ({
      label: `${showName(field)} over time`,
      xTitle: "When",
      xs: course.map(({ at }) => at),
      showX: showDateTime,
      series: [
        {
          title: showName(field),
          colour: "accent" as const,
          form: "steps" as const,
          values: course.map(({ value }) => value),
          show: showCount,
        },
      ],
    }),
    [course, field],
  );
  return (
    <Card title={`${showName(field)} over time`}>
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
  const name = useRecordNames(id)(key);
  return (
    <Page title={name} parent={[`/flows/${id}?tab=records`, "Records"]} lead="Change history, newest first.">
      {entries === undefined &&
        (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {entries !== undefined &&
        numericFields(entries).map((field) => <Course key={field} entries={entries} field={field} />)}
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
                { title: "What", cell: ({ entry }) => showName(entry.type) },
                { title: "Field", isName: true, cell: ({ field }) => field },
                { title: "Before", cell: ({ previous }) => <Value value={previous} /> },
                { title: "After", cell: ({ current }) => <Value value={current} /> },
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
