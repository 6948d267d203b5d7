import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createEmbeddedTable, type EmbeddedTable } from "../../../../src/store/embedded/table.ts";
import { makeFolder } from "../../../helpers/tableFile.ts";

const WRITER = fileURLToPath(new URL("../../../helpers/tableThread.ts", import.meta.url));
/** How often a writer is killed: as often as the promise in docs/durability.md says. */
const KILLS = 100;

let made: ReturnType<typeof makeFolder>;
let path: string;
let table: EmbeddedTable;
beforeEach(() => {
  made = makeFolder();
  path = join(made.folder, "table.db");
  table = createEmbeddedTable({ path });
});
afterEach(() => {
  table.close();
  made.remove();
});

const count = async (sk: string): Promise<number> => Number((await table.get({ pk: "COUNT", sk }))?.n ?? 0);

const startThread = (times: number): Worker =>
  new Worker(WRITER, { workerData: { path, times }, execArgv: ["--disable-warning=ExperimentalWarning"] });

/** Starts a writer, kills it while it writes, and gives how many of its writes were answered. */
const killWriter = async (): Promise<{ readonly pid: number; readonly answered: number }> => {
  const child = spawn(process.execPath, [WRITER, path], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let answered = 0;
  const killAfter = 1 + Math.floor(Math.random() * 30);
  for await (const line of createInterface({ input: child.stdout })) {
    answered = Number(line);
    if (answered === killAfter) child.kill("SIGKILL");
  }
  return { pid: child.pid ?? 0, answered };
};

describe("threads that share the table", () => {
  it("lose no update, however many write at once", async () => {
    const threads = Array.from({ length: 4 }, () => startThread(100));
    await Promise.all(threads.map((thread) => once(thread, "exit")));
    expect([await count("A"), await count("B")]).toEqual([400, 400]);
  }, 60_000);

  it("leave no lock and no partial write when they are stopped during a write", async () => {
    for (let n = 0; n < 20; n += 1) {
      const thread = startThread(Number.POSITIVE_INFINITY);
      const [answered] = await once(thread, "message");
      expect(answered).toBe(1);
      await thread.terminate();
      const before = await count("A");
      expect(await count("B")).toBe(before);
      await table.transact([
        { kind: "update", key: { pk: "COUNT", sk: "A" }, add: { n: 1 } },
        { kind: "update", key: { pk: "COUNT", sk: "B" }, add: { n: 1 } },
      ]);
      expect(await count("A")).toBe(before + 1);
    }
  }, 120_000);
});

describe(`a process killed during a write, ${KILLS} times`, () => {
  it("has lost nothing that was confirmed, and written nothing partially", async () => {
    let atLeast = 0;
    for (let n = 0; n < KILLS; n += 1) {
      const { pid, answered } = await killWriter();
      atLeast += answered;
      expect((await table.query({ pk: `WRITER#${pid}` })).length).toBeGreaterThanOrEqual(answered);
    }
    const written = [...table.all()].filter(({ pk }) => pk.startsWith("WRITER#")).length;
    expect(written).toBeGreaterThanOrEqual(atLeast);
    expect([await count("A"), await count("B")]).toEqual([written, written]);
  }, 300_000);
});
