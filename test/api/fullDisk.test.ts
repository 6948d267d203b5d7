/** A service whose disk fills up while it runs, and one that starts on a disk without room. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, apiAs, endOfRun, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";
import { openSmallDisk, type SmallDisk } from "../helpers/smallDisk.ts";

const DISK_MB = 24;
const probe = openSmallDisk();
probe?.remove();
const onSmallDisk = probe === null ? describe.skip : describe;
const reason = probe === null ? " (skipped: only root may mount a small disk, and not everywhere)" : "";

onSmallDisk(`a service on a small disk${reason}`, () => {
  let disk: SmallDisk;
  let pages: PageServer;
  let runner: RunnerProcess;
  let api: Api;
  beforeAll(async () => {
    disk = openSmallDisk(DISK_MB) as SmallDisk;
    pages = await startPageServer({ "/": { body: "<h1>Shop</h1><p class='item'>Tea</p>" } });
    runner = spawnRunner([
      ...["--data-dir", join(disk.folder, "data"), "--table", "embedded"],
      ...["--allow-private", `127.0.0.1:${pages.port}`],
    ]);
    const service = await runner.started;
    // No retries: the client would wait for as long as the answer says.
    api = apiAs(service.apiKey, { service, takes429: true });
  });
  afterAll(async () => {
    await runner.end("SIGINT");
    await pages.stop();
    disk.remove();
  });

  const flow = (name: string) => ({
    name,
    url: pages.url,
    mode: "extract",
    steps: [{ type: "extract", selector: "p.item", fields: ["name: :scope"] }],
  });
  const runOf = async (flowId: string) => {
    const { body } = await api.post("/runs", { flowId });
    return endOfRun(api, body.data.id);
  };

  it("refuses writes with 503 while it is full, answers reads, and recovers without a restart", async () => {
    const { id } = (await api.post("/flows", flow("Before"))).body.data;
    expect(await runOf(id)).toMatchObject({ status: "completed", itemsExtracted: 1 });

    const filler = disk.fill(0);
    const refused = await until(
      () => api.post("/flows", flow("Refused")),
      ({ status }) => status === 503,
    );
    expect(refused.body.error).toMatchObject({ code: "unavailable", retryable: true });
    expect(refused.headers.get("retry-after")).toBe("30");
    // Each is a function of its own, whose thread starts on the full disk.
    for (const path of [`/flows/${id}`, "/flows", "/runs", "/account", "/alerts", "/keys", "/audit"])
      expect([path, (await api.get(path)).status]).toEqual([path, 200]);
    expect((await api.get("/flows")).body.data.map(({ name }: { name: string }) => name)).not.toContain(
      "Refused",
    );

    rmSync(filler);
    const after = await until(
      () => api.post("/flows", flow("After")),
      ({ status }) => status === 201,
    );
    expect(await runOf(after.body.data.id)).toMatchObject({ status: "completed", itemsExtracted: 1 });
    expect(runner.complaints()).not.toMatch(/^\s+at /m);
  });

  it("fails to start without free disk space, with a one-sentence reason", async () => {
    const folder = join(disk.folder, "other");
    const other = spawnRunner(["--data-dir", folder], { SHARED_BUILD: "" });
    await expect(other.started).rejects.toThrow(
      /its disk has \d+ MB left, and the service needs 200 MB to start; free some space/,
    );
    expect(other.complaints().trim().split("\n").at(-1)).toMatch(
      /^The data directory \S+ cannot be used: .+\.$/,
    );
  });
});
