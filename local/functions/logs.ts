import { createWriteStream, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { LogSink } from "./functionThread.ts";

/** A larger log is rotated when the runner starts. */
const MAX_LOG_BYTES = 10_000_000;

/** Writes the log of each function to its own file. */
export const logToFiles = (folder: string): ((functionName: string) => LogSink) => {
  const files = new Map<string, ReturnType<typeof createWriteStream>>();
  const fileOf = (functionName: string) => {
    const path = join(folder, `${functionName}.log`);
    const file = files.get(path) ?? openLog(path);
    files.set(path, file);
    return file;
  };
  return (functionName) => (stdout, stderr) => {
    const file = fileOf(functionName);
    stdout.pipe(file, { end: false });
    stderr.pipe(file, { end: false });
  };
};

const openLog = (path: string) => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(path, `${path}.old`);
  return createWriteStream(path, { flags: "a" }).setMaxListeners(0);
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
