/** Speed and memory of the local service on each of its tables, one after the other. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startDynamo } from "../../local/emulators/dynamo.ts";
import { findJava } from "../../local/emulators/java.ts";
import { createServiceTable } from "../../local/emulators/serviceTable.ts";
import { messageOf } from "../../local/failure.ts";
import { createShutdown, type Shutdown } from "../../local/shutdown.ts";
import { TABLE_KINDS, type TableKind } from "../../local/table/choice.ts";
import { createDynamoTable } from "../../src/store/dynamo/dynamoTable.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import type { Table } from "../../src/store/table.ts";
import { memoryOf } from "./processes.ts";
import { measureWork, startShop, type Work } from "./work.ts";

const USAGE = `Usage: npm run bench -- --local [--json] [--seconds <number>] [--idle <seconds>] [--runs <number>] [--pages <number>]

For each table: readyS, seconds from \`npm start\` to its first line; idleMb, memory of all its processes
after it did nothing for --idle seconds (90); runCpuMs and pageCpuMs, what a run of one page and each further page take of one core; writesPerS,
transactions of two items that eight callers of one process get answered in a second.`;

const ROOT = join(import.meta.dirname, "../..");
const CALLERS = 8;

interface Size extends Work {
  /** Length of the measurement of writes. */
  readonly seconds: number;
  /** Before memory is read. */
  readonly idleSeconds: number;
}

interface Figures {
  readonly readyS: number;
  readonly idleMb: number;
  readonly runCpuMs: number;
  readonly pageCpuMs: number;
  readonly writesPerS: number;
}

const measureService = async (kind: TableKind, size: Size): Promise<Omit<Figures, "writesPerS">> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-bench-"));
  const shop = await startShop();
  const own = ["--data-dir", folder, "--table", kind, "--allow-private", shop.host];
  const args = ["local/start.ts", "--json", "--port", "0", ...own];
  const since = performance.now();
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), "line"),
      once(child, "exit").then((): never => {
        throw new Error("The service ended before it was ready.");
      }),
    ]);
    const readyS = (performance.now() - since) / 1000;
    await sleep(size.idleSeconds * 1_000);
    const { pid = 0 } = child;
    const idleMb = memoryOf(pid);
    const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string };
    return { readyS, idleMb, ...(await measureWork({ url, apiKey, pid, shop: shop.host }, size)) };
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    }
    await shop.close();
    rmSync(folder, { recursive: true });
  }
};

const openTable = async (kind: TableKind, folder: string, shutdown: Shutdown): Promise<Table> => {
  if (kind === "embedded") {
    const table = createEmbeddedTable({ path: join(folder, "table.db") });
    shutdown.add(table.close);
    return table;
  }
  process.env.AWS_ACCESS_KEY_ID = "local";
  process.env.AWS_SECRET_ACCESS_KEY = "local";
  process.env.AWS_REGION = "us-east-1";
  const endpoint = await startDynamo(folder, shutdown);
  await createServiceTable(endpoint, "bench");
  return createDynamoTable({ tableName: "bench", endpoint });
};

const measureWrites = async (kind: TableKind, seconds: number): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-bench-"));
  const shutdown = createShutdown();
  try {
    const table = await openTable(kind, folder, shutdown);
    const filler = "x".repeat(600);
    let written = 0;
    const write = async (caller: number, untilMs: number): Promise<void> => {
      for (let n = 0; performance.now() < untilMs; n += 1, written += 1)
        await table.transact([
          { kind: "put", item: { pk: `BENCH#${caller}`, sk: String(n), pk1: "A", filler } },
          { kind: "update", key: { pk: `COUNT#${caller}`, sk: "COUNT" }, add: { n: 1 } },
        ]);
    };
    const everyone = (ms: number) =>
      Promise.all(Array.from({ length: CALLERS }, (_, caller) => write(caller, performance.now() + ms)));
    // A warm-up round first, so that compiling is not measured.
    await everyone(1_000);
    written = 0;
    const since = performance.now();
    await everyone(seconds * 1_000);
    return written / ((performance.now() - since) / 1_000);
  } finally {
    await shutdown.run();
    rmSync(folder, { recursive: true });
  }
};

const measure = async (kind: TableKind, size: Size): Promise<Figures> => {
  const { readyS, idleMb, runCpuMs, pageCpuMs } = await measureService(kind, size);
  return {
    readyS: Number(readyS.toFixed(1)),
    idleMb: Math.round(idleMb),
    runCpuMs: Number(runCpuMs.toFixed(1)),
    pageCpuMs: Number(pageCpuMs.toFixed(1)),
    writesPerS: Math.round(await measureWrites(kind, size.seconds)),
  };
};

const { values } = parseArgs({
  options: {
    local: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean" },
    seconds: { type: "string", default: "5" },
    // By then the dashboard is built, and the functions that the start used are stopped.
    idle: { type: "string", default: "90" },
    runs: { type: "string", default: "40" },
    pages: { type: "string", default: "400" },
  },
});

if (values.help) console.log(USAGE);
else {
  const java = await findJava().then(
    () => null,
    (error: unknown) => messageOf(error),
  );
  if (java !== null) console.error(`Left out, dynamodb-local: ${java}`);
  const size: Size = {
    seconds: Number(values.seconds),
    idleSeconds: Number(values.idle),
    runs: Number(values.runs),
    pages: Number(values.pages),
  };
  const figures: Partial<Record<TableKind, Figures>> = {};
  for (const kind of TABLE_KINDS.filter((each) => each === "embedded" || java === null)) {
    figures[kind] = await measure(kind, size);
    if (!values.json) console.log(kind, figures[kind]);
  }
  if (values.json) console.log(JSON.stringify(figures));
}
