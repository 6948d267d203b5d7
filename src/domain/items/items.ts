import { createHash } from "node:crypto";
import type * as z from "zod";
import type { Page, Redirect } from "../../contract/common.ts";
import { parseField } from "../../contract/fields/fields.ts";
import type {
  ExportFormat,
  Formulas,
  Item,
  ItemSelection,
  ListRunItemsQuery,
  RunExport,
} from "../../contract/runs/runs.ts";
import type { NestedStep, Step } from "../../contract/steps/steps.ts";
import { firstPlaceOf } from "../../store/runs/runDetail.ts";
import { MAX_FIELD_NAMES } from "../../store/runs/runRecord.ts";
import { hasEnded, type RunRecord } from "../../store/runs/runs.ts";
import { folderOf } from "../files/folders.ts";
import type { Caller, WithCursors } from "../ports.ts";
import { toCsv } from "./csv.ts";
import { findRun } from "./findRun.ts";
import { allLines, linesByPart, type ReadDeps, type RunOutput } from "./output.ts";
import { isSelecting, MAX_PAGE_BYTES, selectLines, selectPage } from "./selectItems.ts";
import { checkFitsSheet, toXlsx } from "./xlsx.ts";

/** How long a signed link to exported items is valid. */
export const LINK_SECONDS = 15 * 60;

type ItemsQuery = z.output<typeof ListRunItemsQuery>;

/** Up to `limit` lines of NDJSON from item `start` that fit a page which already has `bytesBefore` bytes. */
const readLines = async (
  deps: ReadDeps,
  run: RunOutput,
  start: number,
  limit: number,
  bytesBefore: number,
): Promise<{ readonly lines: readonly string[]; readonly bytes: number }> => {
  const lines: string[] = [];
  let bytes = bytesBefore;
  for await (const part of linesByPart(deps, run, start, start + limit)) {
    for (const line of part.lines) {
      const after = bytes + Buffer.byteLength(line);
      if (bytes > 0 && after > MAX_PAGE_BYTES) return { lines, bytes };
      lines.push(line);
      bytes = after;
      if (lines.length === limit) return { lines, bytes };
    }
  }
  return { lines, bytes };
};

/** A cursor's position in the run, or in each of its shards. */
const readPlaces = (run: RunRecord, cursor: string | undefined): number[] => {
  const passed = (cursor ?? "").split(".").map(Number);
  return (run.shardItems ?? [0]).map((_, shard) => passed[shard] ?? 0);
};

/**
 * A page of the items collected so far. Shard by shard, it lists the items that no earlier page had, in the order
 * of collection.
 */
const readPage = async (
  deps: ReadDeps,
  run: RunRecord,
  cursor: string | undefined,
  limit: number,
): Promise<{ readonly lines: readonly string[]; readonly next: string | null }> => {
  const counts = run.shardItems ?? [run.itemsExtracted];
  const places = readPlaces(run, cursor);
  const lines: string[] = [];
  let bytes = 0;
  for (const [shard, count] of counts.entries()) {
    const place = places[shard] ?? 0;
    const wanted = Math.min(limit - lines.length, count - place);
    if (wanted <= 0) continue;
    const base = run.shardItems ? firstPlaceOf(shard) : 0;
    const found = await readLines(deps, run, base + place, wanted, bytes);
    bytes = found.bytes;
    lines.push(...found.lines);
    places[shard] = place + found.lines.length;
    if (found.lines.length < wanted) break;
  }
  const isEnd = counts.every((count, shard) => (places[shard] ?? 0) >= count);
  return { lines, next: isEnd ? null : places.join(".") };
};

const namesIn = (steps: readonly (Step | NestedStep)[]): string[] =>
  steps.flatMap((step) => {
    if ("steps" in step) return namesIn(step.steps);
    return step.type === "extract" ? (step.fields ?? []).map((field) => parseField(field).name) : [];
  });

/**
 * The fields that a run's items have or that its flow asks for. Empty while there are none, and if there may be more:
 * until the run has ended, or if it has more than it names.
 */
const fieldsOf = async (
  { store }: ReadDeps,
  { accountId, flowId, flowVersion, status, fieldNames }: RunRecord,
): Promise<readonly string[]> => {
  if (!hasEnded(status) || fieldNames.length === 0 || fieldNames.length >= MAX_FIELD_NAMES) return [];
  const flow = await store.flows.getVersion(accountId, flowId, flowVersion);
  const asked = flow ? [...Object.keys(flow.outputSchema), ...namesIn(flow.steps)] : [];
  return [...new Set([...fieldNames, ...asked])];
};

/** A page of the items that a run has collected so far. */
const listItems = async (
  deps: ReadDeps & WithCursors,
  caller: Caller,
  id: string,
  { limit, cursor, formulas, ...selection }: Omit<ItemsQuery, "format">,
): Promise<Page<Item>> => {
  const filters = { id, formulas, ...selection };
  const scope = { accountId: caller.accountId, operation: "listRunItems", filters };
  const passed = cursor === undefined ? undefined : await deps.cursors.read(scope, cursor);
  const run = await findRun(deps, caller, id);
  const { lines, total, next } = isSelecting(selection)
    ? await selectPage(allLines(deps, run), selection, await fieldsOf(deps, run), {
        start: Number(passed ?? 0),
        limit,
      })
    : { ...(await readPage(deps, run, passed, limit)), total: run.itemsExtracted };
  return {
    items: lines.map((line) => JSON.parse(line) as Item),
    total,
    ...(next !== null && { nextCursor: await deps.cursors.issue(scope, next) }),
  };
};

/** The first items of a run, as many as fit a page. */
export const readFirstItems = async (deps: ReadDeps, run: RunRecord, limit: number): Promise<Item[]> =>
  (await readPage(deps, run, undefined, limit)).lines.map((line) => JSON.parse(line) as Item);

/** Items of a run that is not split, from one on: as many as fit a page. */
export const readItemsFrom = async (
  deps: ReadDeps,
  run: RunRecord,
  place: number,
  limit: number,
): Promise<Item[]> =>
  (await readPage(deps, run, String(place), limit)).lines.map((line) => JSON.parse(line) as Item);

const WRITERS: Readonly<
  Record<
    ExportFormat,
    {
      contentType: string;
      write: (
        lines: AsyncGenerator<string>,
        run: RunRecord,
        formulas: Formulas,
      ) => AsyncIterable<string | Uint8Array>;
    }
  >
> = {
  json: {
    contentType: "application/json",
    write: async function* (lines) {
      let separator = "[\n";
      for await (const line of lines) {
        yield separator + line;
        separator = ",\n";
      }
      yield separator === "[\n" ? "[]\n" : "\n]\n";
    },
  },
  ndjson: {
    contentType: "application/x-ndjson",
    write: async function* (lines) {
      for await (const line of lines) yield `${line}\n`;
    },
  },
  csv: {
    contentType: "text/csv; charset=utf-8",
    write: (lines, { fieldNames, currencies }, formulas) =>
      toCsv(lines, fieldNames, { formulas, currencies }),
  },
  xlsx: {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: (lines, { fieldNames, itemsExtracted, currencies }) => {
      checkFitsSheet(itemsExtracted);
      return toXlsx(lines, fieldNames, currencies);
    },
  },
};

/** The file in the object store with all items collected so far. */
export const exportOf = (
  deps: ReadDeps,
  run: RunRecord,
  format: ExportFormat,
  formulas: Formulas = "escape",
  selection: ItemSelection = {},
) => {
  const { contentType, write } = WRITERS[format];
  let written = 0;
  const lines = async function* (): AsyncGenerator<string> {
    const all = allLines(deps, run);
    const taken = isSelecting(selection) ? selectLines(all, selection, await fieldsOf(deps, run)) : all;
    for await (const line of taken) {
      written += 1;
      yield line;
    }
  };
  const part = isSelecting(selection)
    ? `-${createHash("sha256").update(JSON.stringify(selection)).digest("hex")}`
    : "";
  // The count is part of the name, because an unfinished run adds more later.
  const folder = `${folderOf("tmp/exports", run.accountId)}${run.id}/`;
  const isRaw = format === "csv" && formulas === "keep";
  const objectKey = `${folder}${run.itemsExtracted}${isRaw ? "-raw" : ""}${part}.${format}`;
  const name = `${run.id}.${format}`;
  return {
    objectKey,
    contentType,
    name,
    write: () => deps.objects.putFile(objectKey, write(lines(), run, formulas), { name, contentType }),
    /** How many items were written. */
    written: () => written,
    /** A signed link, valid for 15 minutes, for one method: GET, or HEAD. */
    link: (isHead = false) => deps.objects.signLink(objectKey, LINK_SECONDS, isHead),
  };
};

/**
 * Writes all items that a run has collected so far into one file.
 *
 * @returns a link to it that is valid for 15 minutes
 */
export const exportRunItems = async (
  deps: ReadDeps,
  caller: Caller,
  id: string,
  format: ExportFormat,
  formulas?: Formulas,
  selection: ItemSelection = {},
): Promise<RunExport> => {
  const run = await findRun(deps, caller, id);
  const file = exportOf(deps, run, format, formulas, selection);
  // The items of a selection are counted as they are written.
  if (isSelecting(selection) || !(await deps.objects.exists(file.objectKey))) await file.write();
  return {
    url: await file.link(),
    format,
    itemCount: isSelecting(selection) ? file.written() : run.itemsExtracted,
    expiresAt: new Date(deps.now() + LINK_SECONDS * 1_000).toISOString(),
  };
};

/** The items collected so far: a page of them, or a link to all in one file. */
export const readRunItems = async (
  deps: ReadDeps & WithCursors,
  caller: Caller,
  id: string,
  { format, limit, cursor, formulas, ...selection }: ItemsQuery,
): Promise<Page<Item> | Redirect> =>
  format === "json"
    ? listItems(deps, caller, id, { limit, cursor, formulas, ...selection })
    : { redirectTo: (await exportRunItems(deps, caller, id, format, formulas, selection)).url };
