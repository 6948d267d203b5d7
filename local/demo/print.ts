import { stripVTControlCharacters, styleText } from "node:util";

type Item = Readonly<Record<string, unknown>>;

const MAX_COLUMNS = 6;
const MIN_WIDTH = 3;
const MAX_WIDTH = 36;

/** Where the demo writes: standard output, or standard error if the output is for a program. */
export interface Voice {
  readonly say: (text?: string) => void;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

export const createVoice = (stream: NodeJS.WriteStream): Voice => ({
  say: (text = "") => void stream.write(`${text}\n`),
  bold: (text) => styleText("bold", text, { stream }),
  dim: (text) => styleText("dim", text, { stream }),
});

/** A value in one short line, without control characters that could affect the terminal. */
const showValue = (value: unknown): string => {
  if (value === null || value === undefined) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return stripVTControlCharacters(text).replaceAll(/[\s\p{Cc}]+/gu, " ");
};

const shorten = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;

/** Items as an aligned table: `wanted` columns first, numbers right-aligned, long values cut. */
export const renderTable = (items: readonly Item[], wanted: readonly string[] = []): string[] => {
  const present = new Set(items.flatMap((item) => Object.keys(item)));
  const names = [...new Set([...wanted.filter((name) => present.has(name)), ...present])].slice(
    0,
    MAX_COLUMNS,
  );
  const columns = names.map((name) => {
    const values = items.map((item) => shorten(showValue(item[name]), MAX_WIDTH));
    const width = Math.max(
      MIN_WIDTH,
      Math.min(name.length, MAX_WIDTH),
      ...values.map(({ length }) => length),
    );
    const isNumber = items.every((item) => item[name] === null || typeof item[name] === "number");
    const pad = (text: string) => (isNumber ? text.padStart(width) : text.padEnd(width));
    return [pad(shorten(name, width)), "─".repeat(width), ...values.map(pad)];
  });
  return Array.from({ length: items.length + 2 }, (_, row) =>
    columns
      .map((column) => column[row] ?? "")
      .join("  ")
      .trimEnd(),
  );
};

export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const showDuration = (durationMs: number): string =>
  durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;

/** US dollars with two significant digits below a cent: `$0.00041`. */
export const showCost = (costUsd: number): string =>
  costUsd === 0
    ? "$0"
    : `$${costUsd >= 0.01 ? costUsd.toFixed(2) : Number(costUsd.toPrecision(2)).toFixed(7).replace(/0+$/, "")}`;
