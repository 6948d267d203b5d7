import type { Writable } from "node:stream";
import { paintCell, type Style, styleFor } from "./style.ts";
import { type Currencies, type Screen, showCell, showValue, tableOf, wordsOf } from "./table.ts";
import { isTimestamp } from "./times.ts";

/** A stream that may be a terminal. */
export type Terminal = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** Tables for people, JSON for programs. Messages go to standard error. */
export interface Output {
  readonly isJson: boolean;
  /** The style of standard error. */
  readonly style: Style;
  /** One record. */
  readonly record: (value: object) => void;
  /** A list; a program gets one JSON array. */
  readonly list: (rows: readonly object[], columns: readonly string[], currencies?: Currencies) => void;
  /** A message for people only. */
  readonly say: (line: string) => void;
  /** The result, unchanged. */
  readonly raw: (text: string) => void;
  /** Progress on one line that is overwritten; only on a terminal. */
  readonly progress: (line: string) => void;
  readonly endProgress: () => void;
}

const CLEAR_LINE = "\r\u001b[2K";

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Formats a field of a record. Times are shown both unchanged, for copying, and as an age. */
const showField = (value: unknown, screen: Screen): string =>
  screen.nowMs !== undefined && isTimestamp(value)
    ? `${value} (${showCell(value, screen)})`
    : paintCell(screen.style, value, isEmptyList(value) ? showValue(null) : showValue(value));

const fieldsOf = (value: object, screen: Screen): string => {
  const entries = Object.entries(value).map(([name, field]) => [wordsOf(name, [field]), field] as const);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries
    .map(([name, field]) => `${screen.style("dim", name.padEnd(width))}  ${showField(field, screen)}`)
    .join("\n");
};

interface OutputSettings {
  readonly isJson: boolean;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The time to which ages are relative. */
  readonly nowMs: number;
}

export const createOutput = ({ isJson, stdout, stderr, environment, nowMs }: OutputSettings): Output => {
  const screen: Screen = {
    columns: stdout.isTTY ? stdout.columns : undefined,
    style: styleFor(stdout, environment),
    nowMs: stdout.isTTY ? nowMs : undefined,
  };
  const print = (text: string): void => void stdout.write(`${text}\n`);
  let isProgressShown = false;
  const endProgress = (): void => {
    if (isProgressShown) stderr.write(CLEAR_LINE);
    isProgressShown = false;
  };
  const say = (line: string): void => {
    endProgress();
    if (!isJson) stderr.write(`${line}\n`);
  };
  return {
    isJson,
    style: styleFor(stderr, environment),
    record: (value) => print(isJson ? JSON.stringify(value) : fieldsOf(value, screen)),
    list: (rows, columns, currencies) => {
      if (isJson) return print(JSON.stringify(rows));
      if (rows.length === 0) return say("Nothing yet.");
      const { text, leftOut } = tableOf(rows, columns, screen, currencies);
      print(text);
      if (leftOut.length > 0)
        say(
          `Not shown: ${leftOut.map((name) => wordsOf(name, [])).join(", ")}. Use --json to see all columns.`,
        );
    },
    say,
    raw: (text) => void stdout.write(text),
    progress: (line) => {
      if (isJson || !stderr.isTTY) return;
      stderr.write(`${CLEAR_LINE}${line}`);
      isProgressShown = true;
    },
    endProgress,
  };
};
