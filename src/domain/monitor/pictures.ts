/** Pictures of a monitor: compared before the records that name them, and kept beside those. */

import { watchedSteps } from "../../contract/flows/watching.ts";
import type { Item, LogEntry } from "../../contract/runs/runs.ts";
import { type Area, takesPicture } from "../../contract/steps/pictures.ts";
import type {
  Collected,
  ObservedNoise,
  PairedRecord,
  PictureFinding,
  RecordSet,
} from "../../engine/change/index.ts";
import type { Drawing, PictureSide } from "../../engine/picture/index.ts";
import type { RecordSetEntry } from "../../store/monitors/records.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Engine } from "../engine.ts";
import type { WithObjects } from "../ports.ts";
import { pictureOfRun } from "../screenshots/runShots.ts";
import { inParallel } from "../shared/inParallel.ts";
import type { WatchedFlow } from "./basis.ts";
import { firstPicture } from "./firstReads.ts";

export type PictureDeps = WithObjects & {
  readonly engine: Pick<Engine, "pictures" | "release">;
};

const PARALLEL = 4;
/** Two reads of a page that differ in more of it say that its picture is a matter of chance. */
const MOST_OF_IT = 50;

export const hasPictures = (flow: Pick<WatchedFlow, "monitor" | "steps">): boolean =>
  watchedSteps({ mode: "monitor", monitor: flow.monitor, steps: flow.steps }).some(takesPicture);

/** The object of a picture in a record set's folder. */
export const pictureIn = (folder: string, digest: string): string => `${folder}/${digest}.png`;
/** How a record's picture differs from that of the set before. */
export const differenceIn = (folder: string, key: string): string => `${folder}/difference-${key}.png`;
export const excerptIn = (folder: string, key: string): string => `${folder}/excerpt-${key}.png`;

/** Whether a value is the SHA-256 by which a record names its picture. */
export const isPicture = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const digestOf = (record: Item | undefined): string | null =>
  isPicture(record?.picture) ? record.picture : null;

const ignoredIn = (record: Item): readonly Area[] => (record.ignored ?? []) as readonly Area[];

/** The outcome of comparing pictures. */
export interface ComparedPictures {
  /** Records whose picture is the same, or differs by noise, keep the earlier one. */
  readonly collected: Collected;
  readonly logs: readonly Pick<LogEntry, "level" | "message">[];
  /** Areas of noise in the pictures of each record. */
  readonly areas: Readonly<Record<string, readonly Area[]>>;
  readonly drawings: ReadonlyMap<string, Drawing>;
}

interface Compared {
  readonly record: Item;
  readonly finding?: PictureFinding;
  readonly noise: readonly Area[];
  readonly drawing?: Drawing | undefined;
  readonly warning?: string;
}

const compareOne = async (
  { objects }: WithObjects,
  engine: NonNullable<Engine["pictures"]>,
  run: RunRecord,
  { monitor }: WatchedFlow,
  before: RecordSetEntry | null,
  { key, record, previous, first }: PairedRecord,
): Promise<Compared> => {
  const ignored = (monitor.ignoreAreas ?? []).flatMap((area) => ("selector" in area ? [] : [area]));
  const current = digestOf(record);
  const earlier = digestOf(previous);
  const known = (before?.observed as ObservedNoise | undefined)?.areas?.[key] ?? [];
  const read = async (objectKey: string, of: Item): Promise<PictureSide> => ({
    bytes: await objects.getBytes(objectKey),
    ignored: ignoredIn(of),
  });
  const now = (): Promise<PictureSide> => read(pictureOfRun(run, current ?? ""), record);
  if (current === null) return { record, noise: known };
  if (before && previous && earlier !== null) {
    if (earlier === current) return { record: previous, noise: known };
    const [was, is] = [await read(pictureIn(before.folder, earlier), previous), await now()];
    const compared = await engine.compare({ previous: was, current: is, ignored, noise: known });
    const { verdict, figures, noise, drawing } = compared;
    if (verdict === "same") return { record: previous, noise: known };
    const finding = { key, previous: earlier, current, figures };
    return verdict === null
      ? { record, finding, noise, drawing }
      : { record: previous, finding: { ...finding, noise: verdict }, noise: known };
  }
  const seen = digestOf(first);
  if (!first || seen === null || seen === current) return { record, noise: [] };
  const reads = await engine.observe(await read(firstPicture(run, seen), first), await now(), ignored);
  const { areas, share } = reads;
  if (share < MOST_OF_IT) return { record, noise: areas };
  const warning = `Two pictures of ${String(record.url)}, seconds apart, differ in ${share} % of their pixels. What differs is taken for noise: watch an element of the page to see its changes.`;
  return { record, noise: areas, warning };
};

/** Compares the pictures that a run took with those of the last good run, or with those of its first reads. */
export const comparePictures = async (
  deps: PictureDeps,
  run: RunRecord,
  flow: WatchedFlow,
  { before, earlier }: { readonly before: RecordSetEntry | null; readonly earlier: RecordSet | null },
  collected: Collected,
): Promise<ComparedPictures> => {
  const { engine } = deps;
  if (!engine.pictures) return { collected, logs: [], areas: {}, drawings: new Map() };
  // The browser's memory is needed for the pictures.
  await engine.release();
  const pairs = engine.pictures.pair(earlier, collected, flow.monitor);
  const compared: Compared[] = [];
  for (const pair of pairs)
    compared.push(await compareOne(deps, engine.pictures, run, flow, earlier && before, pair));
  const records = new Map(pairs.map(({ record }, index) => [record, compared[index]?.record ?? record]));
  // What two reads of a picture showed is known by area; the records themselves must not differ by it.
  const firsts = new Map(pairs.flatMap(({ first, record }) => (first ? [[first, record] as const] : [])));
  const { items, firstReads } = collected;
  const byKey = pairs.map(({ key }, index) => [key, compared[index]] as const);
  return {
    collected: {
      ...collected,
      items: items.map((item) => records.get(item) ?? item),
      ...(firstReads && { firstReads: firstReads.map((item) => firsts.get(item) ?? item) }),
      pictures: compared.flatMap(({ finding }) => finding ?? []),
    },
    logs: compared.flatMap(({ warning }) =>
      warning === undefined ? [] : [{ level: "warn" as const, message: warning }],
    ),
    areas: Object.fromEntries(byKey.flatMap(([key, one]) => (one?.noise.length ? [[key, one.noise]] : []))),
    drawings: new Map(byKey.flatMap(([key, one]) => (one?.drawing ? [[key, one.drawing] as const] : []))),
  };
};

/** Stores the pictures that a set's records name, and how they differ from those before, in the set's folder. */
export const putPictures = async (
  { objects }: WithObjects,
  run: RunRecord,
  folder: string,
  {
    set,
    before,
    drawings,
  }: {
    readonly set: RecordSet;
    readonly before: RecordSetEntry | null;
    readonly drawings: ReadonlyMap<string, Drawing>;
  },
): Promise<void> => {
  const put = (objectKey: string, bytes: Buffer) => objects.put(objectKey, bytes, "image/png", "picture.png");
  await inParallel(set.records, PARALLEL, async ({ key, record }) => {
    const digest = digestOf(record);
    if (digest === null) return;
    const taken = pictureOfRun(run, digest);
    const isTaken = before === null || (await objects.exists(taken));
    await put(
      pictureIn(folder, digest),
      await objects.getBytes(isTaken ? taken : pictureIn(before.folder, digest)),
    );
    const drawing = drawings.get(key);
    if (!drawing) return;
    await put(differenceIn(folder, key), drawing.difference);
    await put(excerptIn(folder, key), drawing.excerpt);
  });
};
