export interface ChartSeries {
  readonly title: string;
  /** Name of a colour of the palette. */
  readonly colour: "accent" | "chart-rest" | "blue";
  readonly form: "bars" | "steps";
  readonly values: readonly (number | null)[];
  readonly show: (value: number) => string;
}

export interface ChartProps {
  /** Says in words what is drawn. */
  readonly label: string;
  readonly xTitle: string;
  readonly xs: readonly string[];
  readonly showX: (x: string) => string;
  readonly series: readonly ChartSeries[];
  readonly yMax?: number;
  /** The xs are moments: they stand as far apart as they were. Else each has the same room. */
  readonly isTime?: boolean;
}
