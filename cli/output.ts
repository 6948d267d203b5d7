import type { Writable } from "node:stream";
import { showValue, tableOf } from "./table.ts";

/** A stream that may be a terminal. */
export type Terminal = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

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

const CLEAR_LINE = "\r\u001b[2K";

const fieldsOf = (value: object): string => {
  const entries = Object.entries(value);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, field]) => `${name.padEnd(width)}  ${showValue(field)}`).join("\n");
};

export const createOutput = (isJson: boolean, stdout: Terminal, stderr: Terminal): Output => {
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
    record: (value) => print(isJson ? JSON.stringify(value) : fieldsOf(value)),
    list: (rows, columns) => {
      if (isJson) print(JSON.stringify(rows));
      else if (rows.length === 0) say("Nothing yet.");
      else
        print(
          tableOf(rows, columns, {
            columns: stdout.isTTY ? stdout.columns : undefined,
          }),
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
