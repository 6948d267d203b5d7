import { lazy, Suspense } from "react";
import { Table } from "../ui/table.tsx";
import type { ChartProps } from "./types.ts";

const Chart = lazy(() => import("./chart.tsx"));

/** A chart, loaded when one is first shown. Its numbers are available as a table too. */
export const LazyChart = (props: ChartProps) => {
  const { label, xTitle, xs, showX, series } = props;
  return (
    <div className="stack tight">
      <Suspense fallback={<div className="chart" />}>
        <Chart {...props} />
      </Suspense>
      <details>
        <summary>View as table</summary>
        <Table
          caption={label}
          rows={xs.map((x, index) => ({ x, index }))}
          keyOf={({ x, index }) => `${x} ${index}`}
          columns={[
            { title: xTitle, isName: true, cell: ({ x }) => showX(x) },
            ...series.map(({ title, values, show }) => ({
              title,
              isNumber: true,
              cell: ({ index }: { readonly index: number }) => {
                const value = values[index];
                return value === null || value === undefined ? "–" : show(value);
              },
            })),
          ]}
        />
      </details>
    </div>
  );
};
