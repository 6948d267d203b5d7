/** A list on many sites, given to a flow as a file, and its run on several workers. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { FlowDefinition } from "../../client/index.ts";
import { until } from "../helpers/api.ts";
import { PATIENCE_MS } from "../helpers/dashboard.ts";
import { type ManySites, startManySites } from "../helpers/manySites.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();
let many: ManySites;
let folder: string;
beforeAll(async () => {
  many = await startManySites();
  folder = mkdtempSync(join(tmpdir(), "gleaner-split-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await many.stop();
});

/** The second page of each site is a minute away: the run is still going when it is cancelled. */
const SLOW = { concurrency: 1, delayMs: 60_000 };
const chooseFile = async (name: string, content: string) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  const input = await someone().tab.page.waitForSelector("input[type=file]");
  await input?.toElement("input").then((chooser) => chooser.uploadFile(file));
};
const DEFINITION: FlowDefinition = {
  name: "Many sites",
  mode: "extract",
  url: "https://shop.example/",
  steps: [{ type: "extract", fields: ["name: h1"] }],
};

it("a flow keeps a large list, which the editor replaces and removes, and its sharded run shows items, pages and log", async () => {
  const { client, signInAt, tab } = someone();
  const { id } = await client.createFlow(DEFINITION);
  await signInAt(`/flows/${id}/edit`);
  await tab.push("Advanced");
  await chooseFile("first.csv", "name\nLamp\n");
  await tab.see("first.csv");
  await tab.push("Save");
  await tab.see("there is no URL in it");
  await tab.push("Remove list");
  await chooseFile("second.csv", `url\n${many.urls.join("\n")}\n`);
  await tab.see("second.csv");
  expect(await findViolations(tab)).toEqual([]);
  await tab.push("Save");
  await tab.push("Overview");
  await tab.see("32 URLs");
  await tab.push("Run now");
  await tab.see("split into 3 shards");
  await tab.see("Failed (8)");
  await tab.see("Lamp 0a");
  const [run] = (await client.listRuns({ flowId: id })).data;
  const ended = await client.waitForRun(run?.id ?? "", { timeoutMs: PATIENCE_MS });
  expect(ended).toMatchObject({ status: "completed", itemsExtracted: many.counts.items });
  await tab.see("Completed: 24 items from 32 pages.");
  await tab.goTo(`/flows/${id}/edit`);
  await tab.push("Advanced");
  await tab.see("An uploaded list");
  await tab.push("Remove list");
  await tab.push("Save");
  await tab.see("Run now");
  expect(await client.getFlow(id)).toMatchObject({ uploadId: null, urlCount: null });
});

it("a sharded run can be cancelled", async () => {
  const { client, signInAt, tab } = someone();
  const { id } = await client.createFlow({ ...DEFINITION, urls: [...many.urls], pace: SLOW });
  const { id: runId } = await client.createRun({ flowId: id });
  await until(
    () => client.getRun(runId),
    ({ itemsExtracted }) => itemsExtracted > 0,
    PATIENCE_MS,
  );
  await signInAt(`/runs/${runId}`);
  await tab.push("Cancel run");
  await tab.see("Run cancelled.");
  const run = await client.getRun(runId);
  expect(run.status).toBe("cancelled");
  expect((await client.listRunItems(runId, { limit: 50 })).total).toBe(run.itemsExtracted);
});
