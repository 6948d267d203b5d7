import * as z from "zod";
import { type ApiClient, expectSuccess } from "../client.ts";
import { showCount, type Voice } from "./print.ts";

const POLL_INTERVAL_MS = 400;
/** Log lines shown of those that came since the last look: so many of the first and of the last. */
const LINES_AT_EACH_END = 3;

const Created = z.object({ data: z.looseObject({ id: z.string() }) });

/** What the demo needs of a run. */
const RunView = z.looseObject({
  id: z.string(),
  status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
  duration: z.number(),
  itemsExtracted: z.number(),
  pagesFetched: z.number(),
  cost: z.number(),
  logs: z.array(z.object({ timestamp: z.string(), level: z.string(), message: z.string() })),
  outputPreview: z.array(z.record(z.string(), z.unknown())),
  error: z.looseObject({ code: z.string(), message: z.string(), url: z.string().nullable() }).nullable(),
});
export type RunView = z.infer<typeof RunView>;

/** Creates a record. @returns its id */
export const create = async (api: ApiClient, path: string, body: unknown): Promise<string> =>
  Created.parse(expectSuccess(await api.call("POST", path, { body }))).data.id;

const readRun = async (api: ApiClient, id: string): Promise<RunView> =>
  z.object({ data: RunView }).parse(expectSuccess(await api.call("GET", `/runs/${id}`))).data;

const sayLogs = (voice: Voice, logs: RunView["logs"]): void => {
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

/** Watches a run to its end and says what it logs. */
export const watchRun = async (api: ApiClient, id: string, voice: Voice): Promise<RunView> => {
  let seen = 0;
  for (;;) {
    const run = await readRun(api, id);
    const fresh = run.logs.slice(seen);
    seen = run.logs.length;
    sayLogs(voice, fresh);
    if (run.status !== "queued" && run.status !== "running") return run;
    if (fresh.length > 0 && run.itemsExtracted > 0)
      voice.say(
        voice.dim(
          `            ${showCount(run.itemsExtracted, "item")} from ${showCount(run.pagesFetched, "page")} so far`,
        ),
      );
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
};
