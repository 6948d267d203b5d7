import { type Client, isOver, type Run } from "../client/index.ts";
import { OutcomeError } from "./failure.ts";
import type { Output } from "./output.ts";

interface Limits {
  readonly maxItems?: number | undefined;
  readonly maxPages?: number | undefined;
}

const BAR_WIDTH = 24;
/** Seconds after which a slow page is mentioned. */
const LONG_WAIT_S = 3;

/** A bar that fills if the flow's limits are known, otherwise an animation. */
const bar = (share: number | null, turn: number): string => {
  if (share === null) {
    const at = turn % BAR_WIDTH;
    return `[${" ".repeat(at)}●${" ".repeat(BAR_WIDTH - at - 1)}]`;
  }
  const full = Math.round(Math.min(1, share) * BAR_WIDTH);
  return `[${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)}]`;
};

/** The share of its limits that a run has used; null if it has none. */
const shareOf = (run: Run, { maxItems, maxPages }: Limits): number | null => {
  const shares = [
    ...(maxItems === undefined ? [] : [run.itemsExtracted / maxItems]),
    ...(maxPages === undefined ? [] : [run.pagesFetched / maxPages]),
  ];
  return shares.length === 0 ? null : Math.max(...shares);
};

/** The page that the run is waiting for, if it has waited long. */
const waitOf = ({ opening }: Run): string => {
  if (opening === null) return "";
  const seconds = Math.round((Date.now() - Date.parse(opening.since)) / 1_000);
  return seconds < LONG_WAIT_S ? "" : `, opening ${opening.url} for ${seconds} s`;
};

const progressOf = (run: Run, limits: Limits, turn: number): string =>
  `${bar(shareOf(run, limits), turn)} ${run.status}: ${run.itemsExtracted} items from ${run.pagesFetched} pages, ${(run.duration / 1_000).toFixed(1)} s, $${run.cost.toFixed(6)}${waitOf(run)}`;

/** The run's limits, from its flow and its pager. A deleted flow has none. */
const limitsOf = async (client: Client, { flowId }: Run): Promise<Limits> => {
  try {
    const { limits, steps } = await client.flows.get(flowId);
    const pager = steps.find((step) => step.type === "paginate" || step.type === "crawl");
    return { maxPages: pager?.maxPages, ...limits };
  } catch {
    return {};
  }
};

/** Returns the log entries that were not returned before. Entries of a split run are not in order of time. */
const createLogReader = () => {
  let given = new Map<string, number>();
  return (logs: Run["logs"]): Run["logs"] => {
    const counts = new Map<string, number>();
    const fresh = logs.filter((entry) => {
      const key = JSON.stringify(entry);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > (given.get(key) ?? 0);
    });
    given = counts;
    return fresh;
  };
};

/** Follows a run until it ends, showing its log and progress. An aborted signal leaves it running. */
export const watchRun = async (
  client: Client,
  output: Output,
  runId: string,
  signal: AbortSignal,
): Promise<Run> => {
  const readLog = createLogReader();
  let turn = 0;
  let limits: Limits | undefined;
  const onLook = async (run: Run): Promise<void> => {
    for (const { timestamp, level, message } of readLog(run.logs))
      if (level !== "debug") output.say(`${timestamp.slice(11, 19)}  ${level.padEnd(5)}  ${message}`);
    if (isOver(run)) return output.endProgress();
    limits ??= await limitsOf(client, run);
    output.progress(progressOf(run, limits, turn));
    turn += 1;
  };
  try {
    return await client.runs.wait(runId, { signal, onLook });
  } catch (error) {
    if (error !== signal.reason) throw error;
    throw new OutcomeError(`${runId} is still running. Follow it with: gleaner runs watch ${runId}`);
  }
};

/** Prints the warnings of a completed run. */
export const sayWarnings = (output: Output, { warnings }: Run): void => {
  for (const { message } of warnings) output.say(`Warning: ${message}`);
};

/** @throws OutcomeError for a run that did not complete */
export const expectCompleted = ({ id, status, error }: Run): void => {
  if (status === "completed") return;
  throw new OutcomeError(
    error === null ? `Run ${id} is ${status}.` : `Run ${id} failed (${error.code}): ${error.message}`,
  );
};
