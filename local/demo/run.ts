import { type Client, isOver, type Run } from "../../client/index.ts";
import { showCount, type Voice } from "./print.ts";

const POLL_INTERVAL_MS = 400;
/** Of the new log lines, this many of the first and last are shown. */
const LINES_AT_EACH_END = 3;

const sayLogs = (voice: Voice, logs: Run["logs"]): void => {
  const lines = logs
    .filter(({ level }) => level !== "debug")
    .map(
      ({ timestamp, level, message }) =>
        `${voice.dim(`  ${timestamp.slice(11, 19)}  ${level.padEnd(5)}`)} ${message}`,
    );
  const skipped = lines.length - 2 * LINES_AT_EACH_END;
  if (skipped > 1)
    lines.splice(LINES_AT_EACH_END, skipped, voice.dim(`            … ${showCount(skipped, "more line")} …`));
  for (const line of lines) voice.say(line);
};

/** Follows a run until it ends, showing its log. */
export const watchRun = (client: Client, id: string, voice: Voice): Promise<Run> => {
  let seen = 0;
  const onLook = (run: Run): void => {
    const fresh = run.logs.slice(seen);
    seen = run.logs.length;
    sayLogs(voice, fresh);
    if (!isOver(run) && fresh.length > 0 && run.itemsExtracted > 0)
      voice.say(
        voice.dim(
          `            ${showCount(run.itemsExtracted, "item")} from ${showCount(run.pagesFetched, "page")} so far`,
        ),
      );
  };
  return client.waitForRun(id, { intervalMs: POLL_INTERVAL_MS, onLook });
};
