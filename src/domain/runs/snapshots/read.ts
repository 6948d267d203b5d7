import type { FlowVersion } from "../../../store/flows/flows.ts";
import type { PagePack } from "../../../store/runs/runDetail.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Deps, WithObjects } from "../../ports.ts";
import { isSameJson } from "../../shared/sameJson.ts";
import { type Keeper, type KeptPage, pageName, singlePageKey, unpackPage } from "./page.ts";

type ReadDeps = WithObjects & Pick<Deps, "store" | "log">;

/** A page's byte range within an object. */
interface Place {
  readonly objectKey: string;
  readonly offset: number;
  readonly length: number;
}

/** Where each page is. If a page was stored twice, the later copy counts. */
const placesIn = (packs: readonly PagePack[]): Map<string, Place> => {
  const places = new Map<string, Place>();
  for (const { objectKey, names, lengths } of packs) {
    let offset = 0;
    for (const [index, name] of names.entries()) {
      const length = lengths[index] ?? 0;
      places.set(name, { objectKey, offset, length });
      offset += length;
    }
  }
  return places;
};

/**
 * Reads pages that a run stored; null for one that it did not store or that can no longer be read. Loads the index with
 * the first page.
 */
export const openSnapshots = (
  { objects, store, log }: ReadDeps,
  run: Keeper & Pick<RunRecord, "snapshotPages">,
): ((url: string) => Promise<KeptPage | null>) => {
  const readIndex = async () => {
    const packs = await store.runs.listPagePacks(run.accountId, run.id);
    const packed = packs.reduce((sum, { names }) => sum + names.length, 0);
    return { places: placesIn(packs), hasSinglePages: packed < (run.snapshotPages ?? 0) };
  };
  let index: ReturnType<typeof readIndex> | undefined;

  const readBytes = async (url: string): Promise<Buffer | null> => {
    index ??= readIndex();
    const { places, hasSinglePages } = await index;
    const place = places.get(pageName(url));
    if (place) return objects.getRange(place.objectKey, place.offset, place.length);
    if (!hasSinglePages) return null;
    const key = singlePageKey(run, url);
    return (await objects.exists(key)) ? objects.getBytes(key) : null;
  };

  return async (url) => {
    const bytes = await readBytes(url);
    try {
      return bytes && unpackPage(bytes);
    } catch (error) {
      log.warn("a saved page could not be read", { runId: run.id, url, error });
      return null;
    }
  };
};

/** How many of a flow's latest runs are checked for stored pages; some have none. */
const RUNS_ASKED = 5;

/** Reads pages as the flow's last good run stored them, for flows that run repeatedly. */
export const findEarlierPages = async (
  deps: ReadDeps,
  { accountId, flowId }: RunRecord,
  { mode, schedule, version, request }: Pick<FlowVersion, "mode" | "schedule" | "version" | "request">,
): Promise<((url: string) => Promise<KeptPage | null>) | undefined> => {
  if (mode !== "monitor" && schedule === null) return undefined;
  const filters = { flowId, status: "completed" as const };
  const { records } = await deps.store.runs.list(accountId, filters, { limit: RUNS_ASKED });
  const earlier = records.find(({ snapshotPages = 0 }) => snapshotPages > 0);
  if (!earlier) return undefined;
  if (earlier.flowVersion !== version) {
    const before = await deps.store.flows.getVersion(accountId, flowId, earlier.flowVersion);
    // "Not modified" is said of what was asked for: a page in another language, or for a phone, is another page.
    if (!isSameJson(before?.request, request)) return undefined;
  }
  return openSnapshots(deps, earlier);
};
