import type { Page } from "../../contract/common.ts";
import type { Change, FlowDataRecord, RecordHistoryEntry } from "../../contract/runs/changes.ts";
import type { Item } from "../../contract/runs/runs.ts";
import type { HistoryEntry } from "../../store/monitors/changes.ts";
import { notFound } from "../errors.ts";
import type { WithFileLinks } from "../files/links.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors, WithObjects } from "../ports.ts";
import { retentionMs } from "../retentionTimes.ts";
import { inParallel } from "../shared/inParallel.ts";
import { isPicture, pictureIn } from "./pictures.ts";
import { readRecords } from "./recordSets.ts";
import { linkTo, type PictureLinks, showLinkedChange, withPictureLinks } from "./showChange.ts";

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** @throws DomainError `not-found` */
const checkFlow = async ({ store }: Deps, { accountId }: Caller, id: string): Promise<void> => {
  if (!(await store.flows.get(accountId, id))) throw notFound("flow", id);
};

/** The result, unless the flow does not exist. Both are read at once. */
const ofFlow = async <T>(deps: Deps, caller: Caller, id: string, read: Promise<T>): Promise<T> => {
  const [result, flow] = await Promise.allSettled([read, checkFlow(deps, caller, id)]);
  if (flow.status === "rejected") throw flow.reason;
  if (result.status === "rejected") throw result.reason;
  return result.value;
};

/** A page whose entries take time to show. */
const showPage = async <T, R>(
  { items, ...page }: Page<T>,
  show: (record: T) => Promise<R>,
): Promise<Page<R>> => ({ ...page, items: await Promise.all(items.map(show)) });

/** @param origin where the service answers, such as `https://api.example.com` */
export const listFlowChanges = async (
  deps: Deps & WithCursors & WithFileLinks,
  caller: Caller,
  id: string,
  { noise = false, ...page }: PageQuery & { readonly noise?: boolean | undefined },
  origin: string,
): Promise<Page<Change>> => {
  const found = await ofFlow(
    deps,
    caller,
    id,
    listPage(deps, caller, {
      operation: "listFlowChanges",
      filters: { id, ...(noise && { noise }) },
      page,
      read: (wanted) =>
        noise
          ? deps.store.changes.listWithNoise(caller.accountId, id, wanted)
          : deps.store.changes.list(caller.accountId, id, wanted),
      show: (change) => change,
    }),
  );
  return showPage(found, (change) => showLinkedChange({ ...deps, origin }, change, noise));
};

const FAR_FUTURE = "9999-12-31T23:59:59.999Z";

/** Where a page of records starts: the record set, and the position in it. */
const readPlace = (place: string): { at: string; start: number } => {
  const [at = "", start = "0"] = place.split("|");
  return { at, start: Number(start) };
};

/** A record of a picture names it by its SHA-256. */
const pictureUrlOf = async (links: PictureLinks, folder: string, { picture }: Item) =>
  isPicture(picture) ? { pictureUrl: await linkTo(links, pictureIn(folder, picture)) } : {};

const readPage = async (
  deps: Deps & WithCursors & WithObjects & WithFileLinks,
  caller: Caller,
  id: string,
  { at, limit, cursor }: PageQuery & { readonly at?: string | undefined },
  origin: string,
): Promise<Page<FlowDataRecord>> => {
  const { store, cursors } = deps;
  const scope = { accountId: caller.accountId, operation: "listFlowRecords", filters: { id, at } };
  const wanted = at === undefined ? FAR_FUTURE : new Date(at).toISOString();
  // Further pages read the same set as the first, even if a run replaces it in between.
  const place =
    cursor === undefined ? { at: wanted, start: 0 } : readPlace(await cursors.read(scope, cursor));
  const set = await store.records.asOf(caller.accountId, id, place.at);
  if (!set) return { items: [], total: 0 };
  const records = await readRecords(deps, set, place.start, limit);
  const { currencies, at: since } = set;
  const links = { ...deps, origin };
  const items = await Promise.all(
    records.map(async ({ key, record }) => ({
      key,
      record,
      ...(currencies && { currencies }),
      ...(await pictureUrlOf(links, set.folder, record)),
      since,
    })),
  );
  const end = place.start + items.length;
  return {
    items,
    total: set.total,
    ...(end < set.total && { nextCursor: await cursors.issue(scope, `${set.at}|${end}`) }),
  };
};

/**
 * The records of the last good collection at a given time.
 *
 * @param origin where the service answers, such as `https://api.example.com`
 */
export const listFlowRecords = async (
  deps: Deps & WithCursors & WithObjects & WithFileLinks,
  caller: Caller,
  id: string,
  query: PageQuery & { readonly at?: string | undefined },
  origin: string,
): Promise<Page<FlowDataRecord>> => {
  await checkFlow(deps, caller, id);
  return readPage(deps, caller, id, query, origin);
};

const PARALLEL_READS = 16;

const showEntry = ({ fieldsText, ...entry }: HistoryEntry): RecordHistoryEntry => ({
  ...entry,
  fields: JSON.parse(fieldsText) as RecordHistoryEntry["fields"],
});

/**
 * A record's history, newest first.
 *
 * @param origin where the service answers, such as `https://api.example.com`
 */
export const getRecordHistory = async (
  deps: Deps & WithCursors & WithFileLinks,
  caller: Caller,
  id: string,
  key: string,
  page: PageQuery,
  origin: string,
): Promise<Page<RecordHistoryEntry>> => {
  const { store } = deps;
  const [keptMs] = await Promise.all([retentionMs(deps, caller.accountId), checkFlow(deps, caller, id)]);
  // A history entry may outlive its change, depending on the plan's retention.
  const sinceMs = deps.now() - keptMs;
  const found = await listPage(deps, caller, {
    operation: "getRecordHistory",
    filters: { id, key },
    page,
    read: async ({ limit, afterId }) => {
      const noted = await store.changes.history(caller.accountId, id, key);
      const recent = noted.filter(({ createdAt }) => Date.parse(createdAt) > sinceMs);
      const changes = await inParallel(recent, PARALLEL_READS, ({ changeId }) =>
        store.changes.get(caller.accountId, changeId),
      );
      // History entries are written first. An entry whose change was never committed is ignored.
      const entries = recent.flatMap((entry, index) => {
        const change = changes[index];
        return change ? [{ ...entry, change }] : [];
      });
      const rest = entries.filter(({ runId }) => afterId === undefined || runId < afterId);
      const shown = rest.slice(0, limit);
      const lastId = rest.length > limit ? shown.at(-1)?.runId : undefined;
      return {
        records: shown,
        total: entries.length,
        ...(lastId !== undefined && { lastId }),
      };
    },
    show: (entry) => entry,
  });
  const links = { ...deps, origin };
  return showPage(found, ({ change, ...entry }) => withPictureLinks(links, change, key, showEntry(entry)));
};
