/**
 * `destinations.ts <receiver> <file of the table> <bucket> <items> [<port> <password>]`: one run, delivered to each kind of place and
 * exported in each format by the code of the workers. Prints what each took as one line of JSON. Bundled, as functions are.
 */
import { writeFileSync } from "node:fs";
import { createObjects } from "../../src/adapters/objects.ts";
import { CreateDestination, DestinationFormat } from "../../src/contract/deliveries/destinations.ts";
import type { Progress } from "../../src/domain/destinations/progress.ts";
import { send } from "../../src/domain/destinations/send.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { createExport } from "../../src/domain/exports/exports.ts";
import { writeExport } from "../../src/domain/exports/write.ts";
import { withPlaces } from "../../src/runtime/deps/destinationPlaces.ts";
import { withEngine } from "../../src/runtime/deps/engine/engine.ts";
import type { DestinationRecord } from "../../src/store/deliveries/destinations.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import { kernelMb } from "../memoryOf.ts";
import { startOurRun } from "./ours.ts";

const [receiver = "", path = "", bucket = "", wanted = "", port, password = ""] = process.argv.slice(2);
const total = Number(wanted);
/** As many as a run commits at once. */
const AT_ONCE = 1_000;

const itemOf = (n: number) => ({
  title: `Lamp number ${n} of a long list`,
  url: `https://shop.example/lamps/${n}?colour=black&size=large`,
  price: (n % 10_000) / 100,
  inStock: n % 3 > 0,
  description: "A lamp for desks, shelves and walls, with a switch.",
});

const { engine } = withEngine();
const filling: Engine = {
  ...engine,
  start: () => 0,
  next: async (_plan, state) => {
    const first = state as number;
    const length = Math.min(AT_ONCE, total - first);
    return {
      items: Array.from({ length }, (_, at) => itemOf(first + at)),
      logs: [],
      pages: 1,
      state: first + length,
      done: first + length === total,
    };
  },
};

const S3 = {
  type: "s3",
  endpoint: process.env.AWS_ENDPOINT_URL_S3,
  bucket,
  prefix: "delivered",
  accessKeyId: "local",
  secretAccessKey: "local",
};
const HERE = { host: "127.0.0.1", database: "postgres", user: "owner", tls: "off", table: "lamps" };
const WISHES = [
  { target: S3, format: "ndjson" },
  { target: S3, format: "parquet" },
  { target: { type: "folder", folder: "lake" }, format: "csv" },
  { target: { type: "http", url: receiver } },
  ...(port === undefined ? [] : [{ target: { type: "postgres", port: Number(port), password, ...HERE } }]),
];

const table = createEmbeddedTable({ path, isDurable: false });
const run = await startOurRun(
  { name: "Lamps", mode: "extract", url: receiver, steps: [] },
  table,
  createObjects(bucket),
);
await run.complete(filling);
const deps = { ...run.deps, ...withPlaces() };
const record = await run.read();

const deliver = async (wish: object) => {
  const { target, content, format } = CreateDestination.parse({ name: "Bench", ...wish });
  const destination = { id: "dst-1", accountId: record.accountId, content, format } as DestinationRecord;
  let parts = 0;
  const count = async (): Promise<void> => {
    parts += 1;
  };
  const progress: Progress = {
    arrived: 0,
    reached: undefined,
    // Tables renew once for each part.
    renew: target.type === "postgres" ? count : async () => {},
    note: count,
    isOutOfTime: () => false,
  };
  // The kernel starts to count from here: https://www.kernel.org/doc/html/latest/filesystems/proc.html, clear_refs
  writeFileSync("/proc/self/clear_refs", "5");
  const beganMs = performance.now();
  const { itemCount } = await send(deps, destination, target, record, progress);
  const seconds = Number(((performance.now() - beganMs) / 1_000).toFixed(1));
  if (itemCount !== total)
    throw new Error(`${itemCount} items were delivered to ${target.type}, not ${total}`);
  return { to: target.type, format, items: itemCount, parts, seconds, memoryMb: kernelMb("VmHWM") };
};

/** As long as the function may take; then the next worker continues. */
const WORKER_MS = 600_000;
const MAX_MEGABYTES = 32;

const write = async (format: DestinationFormat) => {
  const { store, now } = deps;
  const { accountId, id: runId } = record;
  const account = await store.accounts.get(accountId);
  if (!account) throw new Error("there is no account");
  const exportDeps = { ...deps, exportQueue: { send: async () => {} } };
  const caller = {
    accountId,
    userId: "user-1",
    keyId: "key-1",
    scopes: [],
    request: { id: "1", address: "127.0.0.1" },
    account: Promise.resolve(account),
  };
  const wish = { format, partMegabytes: MAX_MEGABYTES };
  const { id: exportId } = await createExport(exportDeps, caller, runId, wish);
  writeFileSync("/proc/self/clear_refs", "5");
  const beganMs = performance.now();
  let current = await store.exports.get(accountId, exportId);
  while (current?.status === "pending") {
    await writeExport(exportDeps, { type: "export", accountId, exportId }, now() + WORKER_MS);
    current = await store.exports.get(accountId, exportId);
  }
  const seconds = Number(((performance.now() - beganMs) / 1_000).toFixed(1));
  const { items, parts } = current?.progress ?? { items: 0, parts: 0 };
  if (current?.status !== "completed" || items !== total)
    throw new Error(`the export is ${current?.status}, with ${items} of ${total} items`);
  return { to: "export", format, items, parts, seconds, memoryMb: kernelMb("VmHWM") };
};

const delivered = [];
for (const wish of WISHES) delivered.push(await deliver(wish));
for (const format of DestinationFormat.options) delivered.push(await write(format));
console.log(JSON.stringify(delivered));
process.exit();
