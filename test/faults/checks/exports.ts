/** Every export ends: with each item of its run once in the files that its manifest names, or as failed, and says why. */
import { createHash } from "node:crypto";
import { parquetReadObjects } from "hyparquet";
import { MAX_LOSSES } from "../../../src/domain/outbox/attempts.ts";
import type { AuditRecord } from "../../../src/store/account/journal.ts";
import type { ExportPartRecord, ExportRecord } from "../../../src/store/deliveries/exports.ts";
import type { EventRecord } from "../../../src/store/deliveries/outbox.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import type { Item } from "../../../src/store/table.ts";
import type { Outcome } from "../sim/world.ts";
import { checkRest } from "./index.ts";
import { outputOf } from "./runs.ts";
import { compare, rowsOf, stepsOf } from "./shared.ts";

interface Manifest {
  readonly itemCount: number;
  readonly parts: readonly (Omit<ExportPartRecord, "number"> & { readonly path: string })[];
}

type Row = readonly string[];

const FIELDS = ["id", "edition", "price"] as const;

const rowOf = (item: Readonly<Record<string, unknown>>): Row => FIELDS.map((name) => String(item[name]));

const READERS: Readonly<Record<ExportRecord["format"], (body: Buffer) => Promise<Row[]>>> = {
  ndjson: async (body) =>
    String(body)
      .split("\n")
      .slice(0, -1)
      .map((line) => rowOf(JSON.parse(line))),
  csv: async (body) => {
    const [header = "", ...lines] = String(body).split("\r\n").slice(0, -1);
    const names = header.split(",");
    return lines.map((line) => {
      const values = line.split(",");
      return rowOf(Object.fromEntries(names.map((name, place) => [name, values[place]])));
    });
  },
  parquet: async (body) => (await parquetReadObjects({ file: new Uint8Array(body).buffer })).map(rowOf),
};

/** What a reader sees who reads what the manifest names; texts say what is wrong with it. */
const readManifest = async ({ objects }: Outcome, record: ExportRecord): Promise<Row[] | string> => {
  const folder = `runs/${record.accountId}/${record.runId}/exports/${record.id}/`;
  const text = objects.get(`${folder}manifest.json`);
  if (text === undefined) return "has no manifest";
  const { itemCount, parts }: Manifest = JSON.parse(String(text));
  const all: Row[] = [];
  for (const { path, items, bytes, sha256 } of parts) {
    const kept = objects.get(folder + path);
    if (kept === undefined) return `names ${path}, which is not there`;
    const body = Buffer.from(kept);
    if (createHash("sha256").update(body).digest("hex") !== sha256 || body.length !== bytes)
      return `${path} is not the file that the manifest names`;
    const rows = await READERS[record.format](body);
    if (rows.length !== items) return `${path} has ${rows.length} items instead of ${items}`;
    all.push(...rows);
  }
  const { progress } = record;
  const counted = [itemCount, parts.length, progress.items, progress.parts];
  if (JSON.stringify(counted) !== JSON.stringify([all.length, parts.length, all.length, parts.length]))
    return `counts ${counted.join(", ")}, but has ${all.length} items in ${parts.length} parts`;
  return all;
};

const checkCompleted = async (outcome: Outcome, record: ExportRecord, run: RunRecord): Promise<string[]> => {
  const read = await readManifest(outcome, record);
  if (typeof read === "string") return [`export ${record.id} ${read}`];
  return compare(`export ${record.id}: items`, read, outputOf(outcome, run).map(rowOf));
};

const checkCancelled = ({ atRest: { items } }: Outcome, id: string): string[] => {
  const audited = rowsOf<AuditRecord>(items, "AUDIT").filter(({ resource }) => resource === id);
  return compare(
    `audit log of export ${id}`,
    audited.flatMap(({ action }) => (action === "export.cancelled" ? [action] : [])),
    ["export.cancelled"],
  );
};

const checkEnd = async (outcome: Outcome, record: ExportRecord): Promise<string[]> => {
  const { id, status, error, runId, losses = 0 } = record;
  const run = rowsOf<RunRecord>(outcome.atRest.items, "RUNS").find((each) => each.id === runId);
  // What is left of it is erased with the run.
  if (status === "completed") return run ? checkCompleted(outcome, record, run) : [];
  if (status === "cancelled") return checkCancelled(outcome, id);
  const lossesBefore = stepsOf<ExportRecord>(outcome, "EXPORTS")
    .filter(({ after }) => after.id === id)
    .map(({ before }) => before.losses ?? 0);
  if (error?.code === "run-deleted" && !run) return [];
  if (error?.code === "write-failed" && Math.max(losses, ...lossesBefore) >= MAX_LOSSES) return [];
  return [
    `export ${id} is ${status} (${error?.code}) when all is over; its run is ${run ? "there" : "gone"}`,
  ];
};

/** A run that has been deleted is never reported as exported. */
const checkRun = ({ history }: Outcome, { accountId, runId, id }: ExportRecord, atMs: number): string[] => {
  const versions = history.versions.get(`RUNS#${accountId} / ${runId}`) ?? [];
  const seen = versions.findLast((version) => version.atMs < atMs);
  return seen?.item ? [] : [`export ${id} is completed after its run was deleted`];
};

const RISING = ["parts", "items", "bytes", "place"] as const;

/** What an export has reached is never taken back, and its end is final. */
const checkHistory = (outcome: Outcome): string[] =>
  stepsOf<ExportRecord>(outcome, "EXPORTS").flatMap(({ before, after, atMs }) => [
    ...(before.status === "pending" && after.status === "completed" ? checkRun(outcome, after, atMs) : []),
    ...(before.status === "pending" || before.status === after.status
      ? []
      : [`export ${after.id} went from ${before.status} to ${after.status}`]),
    ...RISING.filter((name) => after.progress[name] < before.progress[name]).map(
      (name) => `export ${after.id}: ${name} fell from ${before.progress[name]} to ${after.progress[name]}`,
    ),
  ]);

/** Each end has one event and one entry in the feed. */
const checkTold = ({ atRest: { items } }: Outcome, { id, status }: ExportRecord): string[] => {
  const events = rowsOf<EventRecord>(items, "EVENTS").map(({ body }) => JSON.parse(body));
  const feed = rowsOf<Item>(items, "ACTIVITY");
  return [
    ...compare(
      `events of ${id}`,
      events.flatMap(({ type, data }) => (data.id === id ? [type] : [])),
      [`export.${status}`],
    ),
    ...compare(
      `activity of ${id}`,
      feed.flatMap(({ type, subject }) => (subject === id ? [type] : [])),
      [`export.${status}`],
    ),
  ];
};

const checkLeftovers = ({ atEnd: { items }, objectsAtEnd }: Outcome): string[] => [
  ...["EXPORTS", "RUNEXPORTS"].flatMap((name) =>
    rowsOf<Item>(items, name).map(({ pk, sk }) => `${pk} / ${sk} is never forgotten`),
  ),
  ...[...objectsAtEnd.keys()]
    .filter((key) => key.includes("/exports/"))
    .map((key) => `${key} is never erased`),
];

export const checkExports = async (outcome: Outcome): Promise<string[]> => {
  const { items } = outcome.atRest;
  const records = rowsOf<ExportRecord>(items, "EXPORTS");
  const tallies = items.filter(({ pk, sk }) => pk.startsWith("COUNTS#") && sk === "tally-EXPORTS");
  return [
    ...checkRest(outcome),
    ...checkHistory(outcome),
    ...(await Promise.all(records.map((record) => checkEnd(outcome, record)))).flat(),
    ...records.flatMap((record) => checkTold(outcome, record)),
    ...tallies.flatMap(({ pk, used }) => compare(`${pk}: unfinished exports`, used, 0)),
    ...checkLeftovers(outcome),
  ];
};
