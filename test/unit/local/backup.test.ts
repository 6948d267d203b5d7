import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { restoreBackup } from "../../../local/backup/restore.ts";
import { takeBackup } from "../../../local/backup/take.ts";
import { createShutdown } from "../../../local/shutdown.ts";
import { openState } from "../../../local/state/dataDir.ts";
import { createEmbeddedTable } from "../../../src/store/embedded/table.ts";
import { makeFolder } from "../../helpers/tableFile.ts";

const WRITER = fileURLToPath(new URL("../../helpers/tableThread.ts", import.meta.url));
const NOW = new Date("2026-11-22T10:00:00.000Z");

let made: ReturnType<typeof makeFolder>;
let dataDir: string;
let to: string;
let restored: string;
const shutdowns: ReturnType<typeof createShutdown>[] = [];

const open = (path: string) => {
  const shutdown = createShutdown();
  shutdowns.push(shutdown);
  return openState(path, shutdown);
};
const closeAll = async () => {
  for (const shutdown of shutdowns.splice(0)) await shutdown.run();
};

beforeEach(() => {
  made = makeFolder();
  dataDir = join(made.folder, "data");
  to = join(made.folder, "backups");
  restored = join(made.folder, "restored");
  const state = open(dataDir);
  state.secrets.keepApiKey("gl_live_1");
  state.keepTable("embedded");
  const queues = new DatabaseSync(join(dataDir, "queues/fauxqs.db"));
  queues.exec("PRAGMA journal_mode = WAL; CREATE TABLE s3_objects (key TEXT, body BLOB)");
  queues.exec("INSERT INTO s3_objects VALUES ('a', x'00ff')");
  queues.close();
  createEmbeddedTable({ path: join(dataDir, "table/embedded.db") }).close();
});
afterEach(async () => {
  await closeAll();
  made.remove();
});

const take = (options: object = {}) => takeBackup({ dataDir, to, keep: undefined, now: NOW, ...options });

describe("a backup", () => {
  it("of a running service is complete, and restores the data of a single moment", async () => {
    const path = join(dataDir, "table/embedded.db");
    const writer = new Worker(WRITER, {
      workerData: { path },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    const [answered] = await once(writer, "message");
    const { folder } = await take();
    await writer.terminate();
    await closeAll();

    expect(await restoreBackup({ from: folder, dataDir: restored })).toEqual({
      dataDir: restored,
      takenAt: NOW.toISOString(),
    });
    const state = open(restored);
    expect([state.secrets.apiKey, state.madeWith]).toEqual(["gl_live_1", "embedded"]);
    const table = createEmbeddedTable({ path: join(restored, "table/embedded.db") });
    const items = [...table.all()];
    table.close();
    const written = items.filter(({ pk }) => pk.startsWith("WRITER#")).length;
    expect(written).toBeGreaterThanOrEqual(answered);
    expect(items.filter(({ pk }) => pk === "COUNT").map(({ n }) => n)).toEqual([written, written]);
    const queues = new DatabaseSync(join(restored, "queues/fauxqs.db"));
    expect(queues.prepare("SELECT hex(body) AS body FROM s3_objects").get()).toEqual({ body: "00FF" });
    queues.close();
  });

  it("deletes older ones beyond the number to keep, and nothing else", async () => {
    mkdirSync(join(to, "gleaner-notes"), { recursive: true });
    for (const day of [1, 2, 3]) await take({ now: new Date(`2026-11-0${day}T00:00:00.000Z`) });
    const { removed } = await take({ keep: 2 });
    expect(removed).toHaveLength(2);
    expect(readdirSync(to).toSorted()).toEqual([
      "gleaner-2026-11-03T00-00-00.000Z",
      "gleaner-2026-11-22T10-00-00.000Z",
      "gleaner-notes",
    ]);
  });

  it("of DynamoDB Local is refused until the service is stopped", async () => {
    const state = join(dataDir, "data-dir.json");
    writeFileSync(state, readFileSync(state, "utf8").replace("embedded", "dynamodb-local"));
    const path = join(dataDir, "table/shared-local-instance.db");
    new DatabaseSync(path).close();
    await expect(take()).rejects.toThrow("stop the service");
    await closeAll();
    expect(existsSync((await take()).folder)).toBe(true);
  });

  it.each([
    ["that is not there", () => rmSync(dataDir, { recursive: true }), "There is no data in"],
    ["without its table", () => rmSync(join(dataDir, "table/embedded.db")), "nothing to back up"],
    [
      "whose table is damaged",
      () => {
        writeFileSync(join(dataDir, "table/embedded.db"), "x".repeat(5_000));
        for (const end of ["-wal", "-shm"]) rmSync(join(dataDir, `table/embedded.db${end}`), { force: true });
      },
      "not a database",
    ],
  ])("of a data directory %s fails with one sentence, and leaves nothing", async (_what, spoil, sentence) => {
    await closeAll();
    spoil();
    await expect(take()).rejects.toThrow(sentence);
    expect(existsSync(to) ? readdirSync(to) : []).toEqual([]);
  });
});

describe("restoring a backup", () => {
  it("refuses a directory that is not empty, and leaves it unchanged", async () => {
    const { folder } = await take();
    await expect(restoreBackup({ from: folder, dataDir })).rejects.toThrow("already contains data");
    expect(existsSync(join(dataDir, "secrets.json"))).toBe(true);
  });

  it.each([
    [
      "is missing",
      (folder: string) => rmSync(folder, { recursive: true }),
      /There is no backup in .*backup.json/,
    ],
    [
      "lacks a file",
      (folder: string) => rmSync(join(folder, "secrets.json")),
      /damaged: secrets.json is missing/,
    ],
    [
      "was changed",
      (folder: string) => appendFileSync(join(folder, "table/embedded.db"), "x"),
      /damaged: table\/embedded.db has changed since the backup/,
    ],
    [
      "has a torn list",
      (folder: string) => writeFileSync(join(folder, "backup.json"), '{"layout":1'),
      /is damaged/,
    ],
    [
      "is of a newer release",
      (folder: string) => writeFileSync(join(folder, "backup.json"), '{"layout":9}'),
      /newer release \(layout 9/,
    ],
  ])("refuses a backup that %s, and creates nothing", async (_what, spoil, sentence) => {
    const { folder } = await take();
    spoil(folder);
    await expect(restoreBackup({ from: folder, dataDir: restored })).rejects.toThrow(sentence);
    expect([existsSync(restored), existsSync(`${restored}.partial`)]).toEqual([false, false]);
  });
});
