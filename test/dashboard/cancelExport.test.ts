/** An export that is cancelled, on a service of its own whose worker cannot write files. */
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { type Client, createClient } from "../../client/index.ts";
import { type Chromium, openChromium, openTab, PATIENCE_MS } from "../helpers/dashboard.ts";
import type { PageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";
import { LAMPS, startPages } from "./world.ts";

jest.setTimeout(3 * PATIENCE_MS);

let chromium: Chromium;
let pages: PageServer;
let runner: RunnerProcess;
let service: StartedService;
let client: Client;

beforeAll(async () => {
  [chromium, pages] = await Promise.all([openChromium(), startPages()]);
  runner = spawnRunner(["--in-memory", "--allow-private", `127.0.0.1:${pages.port}`]);
  service = await runner.started;
  client = createClient({ ...service, retries: 20 });
}, 180_000);
afterAll(async () => {
  await chromium?.close();
  await runner?.end("SIGTERM");
  await pages?.stop();
});

it("an export can be cancelled while its worker has not finished it", async () => {
  const { id: flowId } = await client.createFlow({
    name: "Lamps",
    url: `${pages.url}/lamps`,
    mode: "extract",
    steps: [{ ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
  });
  const { id: runId } = await client.createRun({ flowId });
  await client.runs.wait(runId, { timeoutMs: PATIENCE_MS });
  await runner.revoke("writeExport", "s3:PutObject");

  const context = await chromium.browser.createBrowserContext();
  const tab = await openTab(context, service.dashboard);
  await tab.goTo(`/runs/${runId}`);
  await tab.signIn(service.apiKey);
  await tab.see("Lamp 25");
  await tab.choose("Export format", "parquet");
  await tab.push("Export");
  await tab.see("0 of 60 items");
  await tab.push("Cancel");
  await tab.see("Export cancelled.");
  await tab.see("Cancelled after 0 items");
  await tab.seeNoMore("0 of 60 items");
  const controls = await tab.page.$$eval("button", (buttons) =>
    buttons.map(({ textContent }) => textContent),
  );
  expect(controls).not.toContain("Cancel");

  const { data } = await client.listExports(runId);
  expect(data).toMatchObject([{ status: "cancelled", itemCount: 0, error: null }]);
  await expect(client.cancelExport(runId, data[0]?.id ?? "")).rejects.toMatchObject({ code: "conflict" });
  expect(tab.complaints).toEqual([]);
});
