/**
 * Events about the pages of a list or a crawl. The pages that a worker commits are written to one object, and up to 50 of them share an
 * event: its delivery sends them one by one. So a crawl of a million pages adds no row per page, and a receiver that is down costs one
 * attempt per 50 pages.
 */
import { MAX_WEBHOOKS } from "../../contract/account/plans.ts";
import type { PageOutcome } from "../../contract/runs/runPages.ts";
import type { Item } from "../../contract/runs/runs.ts";
import type { EventRecord, ToldPages } from "../../store/deliveries/outbox.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import { folderOf } from "../files/folders.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { ANNOUNCE_AGAIN_MS, newEvent } from "./events.ts";

const PAGES_PER_EVENT = 50;
/** Events are part of the commit, a transaction of at most 100 writes. */
const EVENTS_PER_COMMIT = 40;
/** nginx, in front of many receivers, refuses larger bodies unless told otherwise (`client_max_body_size 1m`). */
const MAX_PAGE_BYTES = 1_000_000;

/** A finished page, with its records as far as they fit. */
export type ToldPage = PageOutcome & { readonly records: readonly Item[] };

/** A page as a line. Records that would make it too long are left out from the end; `items` says how many there are. */
const lineOf = (page: ToldPage): string => {
  const records: string[] = [];
  let left = MAX_PAGE_BYTES;
  for (const record of page.records) {
    const text = JSON.stringify(record);
    left -= Buffer.byteLength(text) + 1;
    if (left < 0) break;
    records.push(text);
  }
  const { records: _, ...outcome } = page;
  return `${JSON.stringify(outcome).slice(0, -1)},"records":[${records.join(",")}]}\n`;
};

/** Whether a webhook subscribes to the pages of a run. */
const isHeard = async ({ store }: Pick<Deps, "store">, run: RunRecord): Promise<boolean> => {
  if (run.job) return run.job.webhook?.events.includes("page") === true;
  if (run.draft) return false;
  const { records } = await store.webhooks.list(run.accountId, { limit: 2 * MAX_WEBHOOKS });
  return records.some(
    ({ active, events, flowIds }) =>
      active && events.includes("run.page") && (!flowIds || flowIds.includes(run.flowId)),
  );
};

/** Writes the events of a run's pages. Whether a webhook subscribes is looked up once, with the first pages. */
export const createPageEvents = (deps: Deps & WithObjects, run: RunRecord) => {
  let heard: Promise<boolean> | undefined;

  const eventOf = (pages: ToldPages): EventRecord => {
    const { accountId, id, flowId, flowName, job } = run;
    const data = job ? { runId: id } : { runId: id, flowId, flowName };
    return {
      ...newEvent(deps, accountId, job ? "job.page" : "run.page", data),
      pages,
      ...(job && { jobId: id }),
    };
  };

  /**
   * Writes the pages to an object.
   *
   * @param name of the commit, unique within the run
   * @returns the events to commit with them
   */
  return async (name: string, pages: readonly ToldPage[]): Promise<Write[]> => {
    if (pages.length === 0) return [];
    heard ??= isHeard(deps, run);
    if (!(await heard)) return [];
    const objectKey = `${folderOf("runs", run.accountId)}${run.id}/${name}-told.ndjson`;
    const lines = pages.map(lineOf);
    await deps.objects.put(objectKey, lines.join(""), "application/x-ndjson");
    const lengths = lines.map((line) => Buffer.byteLength(line));
    const writes: Write[] = [];
    const size = Math.max(PAGES_PER_EVENT, Math.ceil(lengths.length / EVENTS_PER_COMMIT));
    for (let first = 0, start = 0; first < lengths.length; first += size) {
      const own = lengths.slice(first, first + size);
      const event = eventOf({ objectKey, start, lengths: own.join(" ") });
      writes.push(...deps.store.outbox.add(event, deps.now() + ANNOUNCE_AGAIN_MS));
      start += own.reduce((sum, length) => sum + length, 0);
    }
    return writes;
  };
};

const lengthsOf = ({ lengths }: ToldPages): number[] => lengths.split(" ").map(Number);

/** The numbers of the pages in an event. */
export const pageNumbersOf = (pages: ToldPages): number[] => [...lengthsOf(pages).keys()];

/** The id of one page's event: the same for every attempt, replay and receiver. */
const pageEventId = (eventId: string, page: number): string => `${eventId}-${page}`;

/** The event of one page, as it is delivered; null if the run's data was deleted. */
export const readPageEvent = async (
  { objects }: WithObjects,
  event: EventRecord & { readonly pages: ToldPages },
  page: number,
): Promise<EventRecord | null> => {
  const lengths = lengthsOf(event.pages);
  const start = lengths.slice(0, page).reduce((sum, length) => sum + length, event.pages.start);
  const line = await objects.getRange(event.pages.objectKey, start, lengths[page] ?? 0);
  if (!line) return null;
  const { data, ...rest } = JSON.parse(event.body) as { data: object };
  const outcome = JSON.parse(line.toString()) as ToldPage;
  const body = JSON.stringify({ ...rest, data: { ...data, ...outcome } });
  return { ...event, id: pageEventId(event.id, page), body };
};
