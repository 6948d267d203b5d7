import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { createTransport } from "../../client/transport.ts";
import { type Json, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";

jest.setTimeout(300_000);

/** A picture of one pixel. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let price = 1;
const PAGES = {
  "/shop": () => ({
    body: `<ul><li data-id="lamp"><b>Lamp</b><i>${price}</i></li><li data-id="sofa"><b>Sofa</b><i>7</i></li></ul>`,
  }),
  "/hook": { status: 500, body: "" },
};

/** Rows of the table and names of the objects, as they lie on disk: the runner must be down. */
const rowsIn = (path: string, isWanted: (table: string) => boolean): string[] => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables
      .map(({ name }) => String(name))
      .filter(isWanted)
      .flatMap((name) => database.prepare(`SELECT * FROM "${name}"`).all())
      .map((row) =>
        Object.values(row)
          .map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
          )
          .join(" "),
      );
  } finally {
    database.close();
  }
};

const kept = (folder: string): string[] => [
  ...readdirSync(join(folder, "table"))
    .filter((file) => file.endsWith(".db"))
    .flatMap((file) => rowsIn(join(folder, "table", file), () => true)),
  ...rowsIn(join(folder, "queues", "fauxqs.db"), (table) => table.startsWith("s3_")),
];

const run = promisify(execFile);
const account = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await run(process.execPath, ["local/account.ts", ...args], {
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe("npm run account -- --delete", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  let pages: PageServer;
  let runner: RunnerProcess;
  beforeAll(async () => {
    pages = await startPageServer(PAGES);
    runner = spawnRunner(["--data-dir", folder, "--allow-private", `127.0.0.1:${pages.port}`]);
    await runner.started;
  });
  afterAll(async () => {
    await runner.end("SIGINT");
    await pages.stop();
    rmSync(folder, { recursive: true });
  });

  /** An account with one of everything. */
  const fillAccount = async () => {
    const { url, lambda } = await runner.started;
    const created = await account("--endpoint", lambda, "--email", "owner@example.com");
    const { send } = createTransport({ url, apiKey: String(created.apiKey), retries: 20 });
    const ask = async (method: string, path: string, body?: unknown, headers = {}): Promise<Json> => {
      const answer = await send(method, path, { ...(body !== undefined && { body }), headers });
      expect([path, answer.status]).toEqual([path, expect.any(Number)]);
      expect([path, answer.status < 400]).toEqual([path, true]);
      return answer.body as { data: unknown };
    };
    await ask("POST", "/keys", { name: "Second", scopes: ["flows:read"] }, { "idempotency-key": "one" });
    await ask("POST", "/webhooks", { url: `${pages.url}/hook`, events: ["run.completed"] });
    const destination = { name: "Receiver", target: { type: "http", url: `${pages.url}/hook?token=canary` } };
    const { id: destinationId } = (await ask("POST", "/destinations", destination)).data;
    const flow = (
      await ask("POST", "/flows", {
        name: "Shop",
        url: `${pages.url}/shop`,
        mode: "monitor",
        steps: [{ type: "extract", selector: "li", fields: ["id: @data-id", "title: b", "price: i"] }],
      })
    ).data;
    await ask("PUT", `/flows/${flow.id}/secrets/password`, { value: "any secret text" });
    await ask("POST", "/tickets", {
      subject: "Help",
      description: "Please.",
      type: "bug",
      priority: "low",
      flowId: flow.id,
      screenshot: PIXEL,
    });
    await ask("POST", "/email", { to: "reader@example.com", subject: "Hi", template: "welcome" });
    let runId = "";
    for (price of [1, 2]) {
      runId = (await ask("POST", "/runs", { flowId: flow.id })).data.id;
      const isOver = ({ data }: { data: { status: string } }) => data.status === "completed";
      await until(() => ask("GET", `/runs/${runId}`), isOver, 120_000);
    }
    expect((await ask("GET", `/flows/${flow.id}/changes`)).total).toBe(1);
    await ask("GET", `/runs/${runId}/items?format=csv`);
    await until(
      () => ask("GET", `/destinations/${destinationId}/deliveries`),
      ({ total }) => total === 2,
    );
    await until(
      () => ask("GET", "/email"),
      ({ total }) => total >= 1,
    );
    return { id: String(created.accountId), send, ask, runId };
  };

  it("removes every trace of the account from table and objects except its closing note, and leaves other accounts intact", async () => {
    const [gone, other] = [await fillAccount(), await fillAccount()];
    const { lambda } = await runner.started;
    await expect(account("--endpoint", lambda, "--delete", gone.id)).rejects.toThrow(/Nothing was deleted/);
    expect((await gone.send("GET", "/flows", {})).status).toBe(200);

    const answer = await account("--endpoint", lambda, "--delete", gone.id, "--confirm", gone.id);
    expect(answer).toMatchObject({ accountId: gone.id, done: true, erased: expect.any(Number) });
    expect(Number(answer.erased)).toBeGreaterThan(30);
    const refused = await gone.send("GET", "/flows", {});
    expect(refused).toMatchObject({ status: 401, body: { error: { code: "unauthenticated" } } });
    expect((await other.ask("GET", `/runs/${other.runId}/items`)).total).toBe(2);

    await runner.end("SIGINT");
    const rows = kept(folder);
    expect(rows.filter((row) => row.includes(other.id)).length).toBeGreaterThan(30);
    const traces = rows.filter((row) => row.includes(gone.id));
    expect(traces).toEqual([expect.stringContaining(`CLOSED#${gone.id}`)]);
  });
});
