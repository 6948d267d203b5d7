import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";

/** Tables for people, JSON for programs. What is said on the way goes to standard error. */
export interface Output {
  readonly isJson: boolean;
  /** One record. */
  readonly record: (value: object) => void;
  /** A list; a program gets one JSON array. */
  readonly list: (rows: readonly object[], columns: readonly string[]) => void;
  /** A line for people only. */
  readonly say: (line: string) => void;
  /** The result itself, as it is. */
  readonly raw: (text: string) => void;
  /** How far something is: the line is written over where there is a terminal, else left out. */
  readonly progress: (line: string) => void;
  readonly endProgress: () => void;
}

const MAX_CELL = 60;
const CLEAR_LINE = "\r\u001b[2K";
const BORDERLESS = {
  ...Object.fromEntries(
    ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"].map(
      (name) => [name, ""],
    ),
  ),
  ...Object.fromEntries(
    ["left", "left-mid", "mid", "mid-mid", "right", "right-mid"].map((name) => [name, ""]),
  ),
  middle: "  ",
};

/** A value of a page in one short line, without what could steer the terminal. */
const showCell = (value: unknown): string => {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const line = stripVTControlCharacters(text).replaceAll(/[\s\p{Cc}]+/gu, " ");
  return line.length <= MAX_CELL ? line : `${line.slice(0, MAX_CELL - 1)}…`;
};

const tableOf = (rows: readonly object[], columns: readonly string[]): string => {
  const table = new Table({
    head: columns.map((name) => name.toUpperCase()),
    chars: BORDERLESS,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  for (const row of rows) table.push(columns.map((name) => showCell((row as Record<string, unknown>)[name])));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
};

const fieldsOf = (value: object): string => {
  const entries = Object.entries(value);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, field]) => `${name.padEnd(width)}  ${showCell(field)}`).join("\n");
};

export const createOutput = (
  isJson: boolean,
  stdout: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream & { readonly isTTY?: boolean },
): Output => {
  const print = (text: string): void => void stdout.write(`${text}\n`);
  let isProgressShown = false;
  const endProgress = (): void => {
    if (isProgressShown) stderr.write(CLEAR_LINE);
    isProgressShown = false;
  };
  return {
    isJson,
    record: (value) => print(isJson ? JSON.stringify(value) : fieldsOf(value)),
    list: (rows, columns) => {
      if (isJson) print(JSON.stringify(rows));
      else print(rows.length === 0 ? "Nothing yet." : tableOf(rows, columns));
    },
    say: (line) => {
      endProgress();
      if (!isJson) stderr.write(`${line}\n`);
    },
    raw: (text) => void stdout.write(text),
    progress: (line) => {
      if (isJson || !stderr.isTTY) return;
      stderr.write(`${CLEAR_LINE}${line}`);
      isProgressShown = true;
    },
    endProgress,
  };
};
