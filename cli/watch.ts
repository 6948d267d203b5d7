import type { Client, Run } from "../client/index.ts";
import { OutcomeError } from "./failure.ts";
import type { Output } from "./output.ts";

const POLL_INTERVAL_MS = 500;
const BAR_WIDTH = 24;

const bar = (turn: number): string => {
  const at = turn % BAR_WIDTH;
  return `[${" ".repeat(at)}●${" ".repeat(BAR_WIDTH - at - 1)}]`;
};

/** How far the run is; of its pages nobody knows the number beforehand, so the bar only shows that it lives. */
const progressOf = ({ status, itemsExtracted, pagesFetched, duration, cost }: Run, turn: number): string =>
  `${bar(turn)} ${status}: ${itemsExtracted} items from ${pagesFetched} pages, ${(duration / 1_000).toFixed(1)} s, $${cost.toFixed(6)}`;

const isOver = ({ status }: Run): boolean => status !== "queued" && status !== "running";

/** Follows a run to its end: its log as it comes, and how far it is. An aborted signal leaves it running. */
export const watchRun = async (
  client: Client,
  output: Output,
  runId: string,
  signal: AbortSignal,
): Promise<Run> => {
  let seen = 0;
  for (let turn = 0; ; turn += 1) {
    const run = await client.getRun(runId, { signal });
    for (const { timestamp, level, message } of run.logs.slice(seen))
      if (level !== "debug") output.say(`${timestamp.slice(11, 19)}  ${level.padEnd(5)}  ${message}`);
    seen = run.logs.length;
    if (isOver(run)) {
      output.endProgress();
      return run;
    }
    output.progress(progressOf(run, turn));
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
};

/** @throws OutcomeError for a run that did not complete */
export const expectCompleted = ({ id, status, error }: Run): void => {
  if (status === "completed") return;
  throw new OutcomeError(
    error === null ? `The run ${id} is ${status}.` : `The run ${id} failed, ${error.code}: ${error.message}`,
  );
};
