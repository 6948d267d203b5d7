import "uplot/dist/uPlot.min.css";
import "./chart.css";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useColourVersion } from "../ui/theme.ts";
import type { ChartProps } from "./types.ts";

const HEIGHT_PX = 180;
const FONT = "12px system-ui, sans-serif";

const DAY_S = 86_400;
const MINUTE_S = 60;
const dayOf = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const timeOf = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const exactTimeOf = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Labels of a time axis: days, or times with the day below wherever it changes. */
const timeLabels = (splits: readonly number[], everyS: number): string[] => {
  const days = splits.map((at) => dayOf.format(at * 1_000));
  if (everyS >= DAY_S) return days;
  const time = everyS < MINUTE_S ? exactTimeOf : timeOf;
  return splits.map((at, index) => {
    const text = time.format(at * 1_000);
    return days[index] === days[index - 1] ? text : `${text}\n${days[index]}`;
  });
};

/** Shows the last point in the legend while the pointer is elsewhere. */
const showLast = (plot: uPlot): void => {
  const last = plot.data[0].length - 1;
  if (last >= 0 && (plot.cursor.idx ?? null) === null) plot.setLegend({ idx: last }, false);
};

/** The current value of a palette colour. A canvas cannot use CSS variables. */
const colourOf = (element: HTMLElement, name: string): string => {
  element.style.color = `var(--${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return color;
};

const seriesOf = (element: HTMLElement, { series }: ChartProps): uPlot.Series[] =>
  series.map(({ title, colour, form, show }) => ({
    label: title,
    stroke: colourOf(element, colour),
    width: form === "bars" ? 0 : 2,
    fill: form === "bars" ? colourOf(element, colour) : undefined,
    paths:
      form === "bars"
        ? uPlot.paths.bars?.({ size: [0.7, 26], radius: 0.15 })
        : uPlot.paths.stepped?.({ align: 1 }),
    points: { show: form === "steps" },
    value: (_: uPlot, value: number | null) => (value === null ? "–" : show(value)),
  })) as uPlot.Series[];

const optionsOf = (element: HTMLElement, props: ChartProps): uPlot.Options => {
  const { showX, series, xs, yMax, isTime = false } = props;
  const axis = {
    stroke: colourOf(element, "muted"),
    font: FONT,
    grid: { stroke: colourOf(element, "line"), width: 1 },
    ticks: { show: false },
  };
  const show = series[0]?.show ?? String;
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { live: true },
    hooks: { ready: [showLast], setLegend: [showLast] },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: isTime
      ? { x: { time: true }, y: { range: (_, min, max) => uPlot.rangeNum(min, max, 0.15, true) } }
      : {
          x: { time: false, range: (_, min, max) => [min - 0.5, Math.max(max, min + 1) + 0.5] },
          y: { range: (_, min, max) => [Math.min(0, min), yMax ?? (max > 0 ? max * 1.1 : 1)] },
        },
    axes: [
      isTime
        ? {
            ...axis,
            grid: { show: false },
            space: 72,
            values: (_, splits, _axis, _space, everyS) => timeLabels(splits, everyS),
          }
        : {
            ...axis,
            grid: { show: false },
            space: 64,
            incrs: [1, 2, 5, 7, 14, 30, 60],
            values: (_, splits) => splits.map((x) => (xs[x] === undefined ? "" : showX(xs[x]))),
          },
      { ...axis, size: 58, space: 36, values: (_, splits) => splits.map((y) => show(y)) },
    ],
    series: [
      {
        label: props.xTitle,
        value: (_, x, _series, index) => {
          const at = xs[isTime ? (index ?? -1) : x];
          return at === undefined ? "–" : showX(at);
        },
      },
      ...seriesOf(element, props),
    ],
  };
};

/** Draws the series, and redraws them when the size or the colours change. */
export default function Chart(props: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const colours = useColourVersion();
  useEffect(() => {
    const place = element.current;
    // Colours are read from the page, so each theme needs a redraw.
    if (place === null || colours < 0) return;
    const places = props.xs.map((x, index) => (props.isTime ? Date.parse(x) / 1_000 : index));
    const data = [places, ...props.series.map(({ values }) => [...values])];
    const plot = new uPlot(optionsOf(place, props), data as uPlot.AlignedData, place);
    const observer = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT_PX }));
    observer.observe(place);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [props, colours]);
  return <div className="chart" role="img" aria-label={props.label} ref={element} />;
}
