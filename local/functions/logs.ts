import { createWriteStream, renameSync, statSync, type WriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { messageOf } from "../failure.ts";
import type { LogSink } from "./functionThread.ts";

/** A larger log is rotated when the runner starts. */
const MAX_LOG_BYTES = 10_000_000;
/** Log lines are dropped while more than this waits to be written. */
const MAX_WAITING_BYTES = 1_000_000;
/** How long after a failure, such as a full disk, a log is opened again. */
const REOPEN_MS = 1_000;

interface LogFile {
  write(chunk: Uint8Array): void;
}

/** A log that outlives failures: what cannot be written is dropped, and later lines are written again. */
const openLog = (path: string, warn: (line: string) => void): LogFile => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(path, `${path}.old`);
  let stream: WriteStream | null = null;
  let closedUntilMs = 0;
  let isBroken = false;
  const open = (): WriteStream => {
    const opened = createWriteStream(path, { flags: "a" });
    opened.on("error", (error) => {
      if (!isBroken) warn(`${path} is not written, lines are dropped: ${messageOf(error)}`);
      [stream, isBroken, closedUntilMs] = [null, true, Date.now() + REOPEN_MS];
    });
    return opened;
  };
  return {
    write(chunk) {
      if (stream === null && Date.now() < closedUntilMs) return;
      stream ??= open();
      if (stream.writableLength > MAX_WAITING_BYTES) return;
      stream.write(chunk, (error) => {
        if (!error) isBroken = false;
      });
    },
  };
};

/** Writes the log of each function to its own file. @param warn receives a line about a log that cannot be written */
export const logToFiles = (
  folder: string,
  warn: (line: string) => void,
): ((functionName: string) => LogSink) => {
  const files = new Map<string, LogFile>();
  const fileOf = (functionName: string): LogFile => {
    const file = files.get(functionName) ?? openLog(join(folder, `${functionName}.log`), warn);
    files.set(functionName, file);
    return file;
  };
  return (functionName) => (stdout, stderr) => {
    const file = fileOf(functionName);
    for (const output of [stdout, stderr]) readAll(output, file.write);
  };
};

const readAll = (output: Readable, write: (chunk: Uint8Array) => void): void => {
  output.on("data", write).on("error", () => undefined);
};

/** Passes on only what users should see: warnings and errors from the log, and all of standard error. */
export const logWarnings =
  (write: (line: string) => void) =>
  (functionName: string): LogSink =>
  (stdout, stderr) => {
    const pass = (line: string): void => write(`[${functionName}] ${line}`);
    createInterface({ input: stdout }).on("line", (line) => isWarning(line) && pass(line));
    createInterface({ input: stderr }).on("line", pass);
  };

const isWarning = (line: string): boolean => /"level"\s*:\s*"(WARN|ERROR|CRITICAL)"/i.test(line);
