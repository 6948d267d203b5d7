/** Exports whose runner is killed, whose run is deleted meanwhile, and whose links are used too late. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApiError, type Client, createClient, type Export } from "../../client/index.ts";
import { type Json, until } from "../helpers/api.ts";
import { type PageServer, type ServedPage, startPageServer } from "../helpers/pageServer.ts";
import { freePort } from "../helpers/postgres.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";

const PAGES = 30;
const ITEMS_PER_PAGE = 250;
const ITEMS = PAGES * ITEMS_PER_PAGE;
/** About a megabyte for each page, which is a part of the smallest size. */
const TEXT = "lorem ipsum dolor sit amet ".repeat(150);
const MINUTE_MS = 60_000;
/** An export whose worker is dead is taken over after three minutes. */
const UNTIL_RECOVERY_MS = 6 * MINUTE_MS;
const END_TIMEOUT_MS = 60_000;

const nameOf = (page: number, index: number): string => `item ${page}-${index}`;

const pageOf = (page: number): ServedPage => {
  const rows = Array.from(
    { length: ITEMS_PER_PAGE },
    (_, n) => `<li><b>${nameOf(page, n)}</b><p>${TEXT}</p></li>`,
  );
  const next = page < PAGES ? `<a class="next" href="/${page + 1}">next</a>` : "";
  return { body: `<title>List ${page}</title><ul>${rows.join("")}</ul>${next}` };
};

describe("an export on a runner", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  let pages: PageServer;
  let runner: RunnerProcess;
  let runId: string;
  const start = async (): Promise<Client> => {
    const port = await freePort();
    // With a public URL, the service checks the links to files itself.
    const address = ["--port", String(port), "--public-url", `http://127.0.0.1:${port}`];
    runner = spawnRunner(["--data-dir", folder, "--allow-private", `127.0.0.1:${pages.port}`, ...address]);
    return createClient(await runner.started);
  };
  let client: Client;

  /** Starts an export, and waits until some of its parts are written. */
  const startPart = async (): Promise<Export> => {
    const { id } = await client.createExport(runId, { format: "csv", partMegabytes: 1 });
    const midway = await until(
      () => client.getExport(runId, id),
      ({ partCount }) => partCount > 1,
      END_TIMEOUT_MS,
      () => 10,
    );
    expect(midway.status).toBe("running");
    return midway;
  };

  beforeAll(async () => {
    const list = Array.from({ length: PAGES }, (_, index) => [`/${index + 1}`, pageOf(index + 1)]);
    pages = await startPageServer(Object.fromEntries(list) as Record<string, ServedPage>);
    client = await start();
    const { id: flowId } = await client.createFlow({
      name: "A large list",
      url: `${pages.url}/1`,
      mode: "extract",
      steps: [
        { type: "extract", selector: "li", fields: ["name: b", "text: p"] },
        { type: "paginate", selector: "a.next", maxPages: PAGES },
      ],
    });
    const { id } = await client.createRun({ flowId });
    const run = await client.runs.wait(id, { timeoutMs: 2 * END_TIMEOUT_MS });
    expect([run.status, run.itemsExtracted]).toEqual(["completed", ITEMS]);
    runId = id;
  }, 180_000);
  afterAll(async () => {
    await runner?.end("SIGINT");
    await pages?.stop();
    rmSync(folder, { recursive: true });
  });

  it("that is killed between two parts goes on from its place after the next start, with each item once", async () => {
    const { id } = await startPart();
    const before = await Array.fromAsync(client.listExportParts(runId, id), ({ path, sha256 }) => [
      path,
      sha256,
    ]);
    await runner.end("SIGKILL");

    client = await start();
    await runner.advanceClock(UNTIL_RECOVERY_MS);
    const made = await until(
      () => client.getExport(runId, id),
      ({ status }) => status !== "pending" && status !== "running",
      END_TIMEOUT_MS,
    );
    expect(made).toMatchObject({ status: "completed", itemCount: ITEMS, error: null });
    const manifest: Json = await (await fetch(made.manifestUrl ?? "")).json();
    expect([manifest.itemCount, manifest.parts.length]).toEqual([ITEMS, made.partCount]);
    const names: string[] = [];
    const listed: string[][] = [];
    for await (const { part, open } of client.runs.exportFiles(runId, id)) {
      const [, ...rows] = (await (await open()).text()).trimEnd().split("\r\n");
      names.push(...rows.map((row) => row.split(",")[0] ?? ""));
      listed.push([part.path, part.sha256]);
    }
    expect(names).toEqual(
      Array.from({ length: ITEMS }, (_, n) => nameOf(Math.floor(n / ITEMS_PER_PAGE) + 1, n % ITEMS_PER_PAGE)),
    );
    // What was written before is not written again.
    expect(listed.slice(0, before.length)).toEqual(before);
  }, 240_000);

  it("has links that are refused after 15 minutes, and new ones that work", async () => {
    const { id } = await client.runs.createExportAndWait(runId, { format: "ndjson", partMegabytes: 32 });
    const linksNow = async () => {
      const [part] = await Array.fromAsync(client.listExportParts(runId, id));
      return [(await client.getExport(runId, id)).manifestUrl ?? "", part?.url ?? ""];
    };
    const statuses = (links: readonly string[]) =>
      Promise.all(links.map(async (link) => (await fetch(link, { method: "HEAD" })).status));
    const links = await linksNow();
    await runner.advanceClock(14 * MINUTE_MS);
    expect(await statuses(links)).toEqual([200, 200]);
    await runner.advanceClock(2 * MINUTE_MS);
    expect(await statuses(links)).toEqual([403, 403]);
    expect(await (await fetch(links[0] ?? "")).text()).toMatch(/expired/);
    expect(await statuses(await linksNow())).toEqual([200, 200]);
  }, 120_000);

  it("fails and leaves no file behind if its run is deleted while it is written", async () => {
    const { id } = await startPart();
    const [first] = await Array.fromAsync(client.listExportParts(runId, id));
    await client.deleteRun(runId);
    await expect(client.getExport(runId, id)).rejects.toThrow(ApiError);
    const told = await until(
      () => client.listActivity({ limit: 1 }),
      ({ data }) => data[0]?.type === "export.failed",
      END_TIMEOUT_MS,
    );
    expect(told.data).toMatchObject([{ message: expect.stringContaining("Its run was deleted.") }]);
    await runner.advanceClock(5 * MINUTE_MS);
    const gone = await fetch(first?.url ?? "", { method: "HEAD" });
    expect(gone.status).toBe(404);
  }, 120_000);
});
