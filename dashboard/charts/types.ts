export interface ChartSeries {
  readonly title: string;
  /** Name of a palette colour. */
  readonly colour: "accent" | "chart-rest" | "blue";
  readonly form: "bars" | "steps";
  readonly values: readonly (number | null)[];
  readonly show: (value: number) => string;
}

export interface ChartProps {
  /** Describes the chart in words. */
  readonly label: string;
  readonly xTitle: string;
  readonly xs: readonly string[];
  readonly showX: (x: string) => string;
  readonly series: readonly ChartSeries[];
  readonly yMax?: number;
  /** Whether the xs are times, which are drawn to scale. Otherwise they are evenly spaced. */
  readonly isTime?: boolean;
}
