/** Exports on the parts of a pipeline. */
import { createHash } from "node:crypto";
import { beforeEach, expect } from "@jest/globals";
import { onlyKey } from "../../../src/adapters/keyring.ts";
import type { ExportPart } from "../../../src/contract/deliveries/exports.ts";
import { handOverDue } from "../../../src/domain/clock/handOverDue.ts";
import { createExport, getExport, listExportParts } from "../../../src/domain/exports/exports.ts";
import { writeExport } from "../../../src/domain/exports/write.ts";
import { createCursors } from "../../../src/domain/lists/cursors.ts";
import { countingEngine, createPipeline } from "../../helpers/pipeline.ts";

const PAGES = 5;
export const ITEMS = 2 * PAGES;

/** Room for two items of a part. */
const TWO_ITEMS = 20 / 1e6;
export const PARTS = ITEMS / 2;
export const DAY_MS = 86_400_000;
const NEVER = Number.POSITIVE_INFINITY;

export type Format = "ndjson" | "csv" | "parquet";

export type Wish = Parameters<typeof createExport>[3];

interface Manifest {
  readonly itemCount: number;
  readonly parts: readonly Omit<ExportPart, "url">[];
}

/** Exports on the parts of a pipeline: with puts that can fail, and with the messages that were sent. */
export const forPipeline = ({
  deps: shared,
  objects,
  caller,
  store,
}: Pick<Awaited<ReturnType<typeof createPipeline>>, "deps" | "objects" | "caller" | "store">) => {
  const messages: number[] = [];
  const world = {
    beforePut: async (_key: string): Promise<void> => {},
    afterPut: async (_key: string): Promise<void> => {},
  };
  const deps = {
    ...shared,
    objects: {
      ...objects,
      put: async (...args: Parameters<typeof objects.put>) => {
        await world.beforePut(args[0]);
        await objects.put(...args);
        await world.afterPut(args[0]);
      },
    },
    cursors: createCursors(async () => onlyKey(Buffer.alloc(32)), shared.now),
    exportQueue: { send: async (_message: object, delayMs = 0) => void messages.push(delayMs) },
  };
  const { accountId } = caller;
  const exportOf = async (runId: string, wish: Partial<Wish> = {}) => {
    const whole: Wish = { format: "ndjson", partMegabytes: TWO_ITEMS, ...wish };
    const { id } = await createExport(deps, caller, runId, whole);
    const ids = { id: runId, exportId: id };
    const folder = `runs/${accountId}/${runId}/exports/${id}/`;
    const keys = () => [...objects.kept.keys()].filter((key) => key.startsWith(folder));
    return {
      id,
      keys,
      work: (remainingMs = NEVER) =>
        writeExport(deps, { type: "export", accountId, exportId: id }, deps.now() + remainingMs),
      read: () => getExport(deps, caller, ids),
      record: () => store.exports.get(accountId, id),
      /** Parts that are listed, also if the export or its run is gone. */
      listed: () => store.exports.listParts({ accountId, runId, id }, 1, 100),
      parts: async () => {
        const all: ExportPart[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await listExportParts(deps, caller, ids, { limit: 3, cursor });
          all.push(...page.items);
          cursor = page.nextCursor;
          if (cursor === undefined) return { all, total: page.total };
        }
      },
      /** What a reader of the manifest sees. */
      written: async () => {
        const manifest: Manifest = JSON.parse(await objects.getText(`${folder}manifest.json`));
        const texts = await Promise.all(manifest.parts.map(({ path }) => objects.getBytes(folder + path)));
        const hashes = texts.map((text) => createHash("sha256").update(text).digest("hex"));
        expect(manifest.parts.map(({ sha256 }) => sha256)).toEqual(hashes);
        return { manifest, texts };
      },
    };
  };
  return { deps, world, messages, exportOf, tick: () => handOverDue(deps, deps.now() + 60_000) };
};

export const createWorld = async (plan: "free" | "scale" = "scale") => {
  const pipeline = await createPipeline(plan);
  const run = await pipeline.queue();
  await pipeline.execute(countingEngine(PAGES), run.id);
  const exported = forPipeline(pipeline);
  const add = (wish: Partial<Wish> = {}, runId = run.id) => exported.exportOf(runId, wish);
  return { ...pipeline, ...exported, add, run };
};

export let made: Awaited<ReturnType<typeof createWorld>>;

export const numbersIn = (texts: readonly Buffer[]): number[] =>
  texts.flatMap((text) =>
    String(text)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).n as number),
  );

export const ALL = Array.from({ length: ITEMS }, (_, index) => index + 1);

export const useExports = (): void => {
  beforeEach(async () => {
    made = await createWorld();
  });
};
