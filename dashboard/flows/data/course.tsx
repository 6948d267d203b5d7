/** How a number of a monitor's record went over time. */
import { useMemo } from "react";
import type { Client } from "../../../client/index.ts";
import { LazyChart } from "../../charts/lazyChart.tsx";
import { Card } from "../../ui/basics.tsx";
import { showAmount, showCount, showDateTime, showName } from "../../ui/format.ts";

export type Entry = Awaited<ReturnType<Client["getRecordHistory"]>>["data"][number];

export const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** How far before the first change the chart starts, as a share of the time since then. */
const LEAD = 0.1;
const MIN_LEAD_MS = 60_000;

const beforeOf = (timestamp: string): string => {
  const atMs = Date.parse(timestamp);
  return new Date(atMs - Math.max(MIN_LEAD_MS, (Date.now() - atMs) * LEAD)).toISOString();
};

/** A number as it was last read, for one that has not changed yet. */
interface Reading {
  readonly value: number;
  readonly since: string;
}

/** A number over time: before the first change, after each, and now. One that never changed is a level line. */
const courseOf = (entries: readonly Entry[], field: string, reading: Reading | undefined) => {
  const changes = entries.filter(({ fields }) => field in fields).toReversed();
  const first = numberOf(changes[0]?.fields[field]?.previous);
  const after = changes.map(({ createdAt, fields }) => ({
    at: createdAt,
    value: numberOf(fields[field]?.current),
  }));
  const start = changes[0];
  if (start === undefined && reading !== undefined)
    return [reading.since, new Date().toISOString()].map((at) => ({
      at,
      value: reading.value as number | null,
    }));
  const last = after.at(-1);
  // The first value applied until the first change; the last one still applies.
  const before =
    first === null || start === undefined ? [] : [{ at: beforeOf(start.createdAt), value: first }];
  const now =
    last === undefined || last.value === null ? [] : [{ at: new Date().toISOString(), value: last.value }];
  return [...before, ...after, ...now];
};

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
  readonly reading?: Reading | undefined;
}

/** A chart of a field of a record, from its first reading on. */
export const Course = ({ entries, field, currency, reading }: CourseProps) => {
  const course = useMemo(() => courseOf(entries, field, reading), [entries, field, reading]);
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
