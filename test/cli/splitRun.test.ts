/** A run that is split over several workers, followed on the command line. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { type ManySites, startManySites } from "../helpers/manySites.ts";

type LogEntry = Readonly<Record<"timestamp" | "level" | "message", string>>;

const PATIENCE_MS = 60_000;

let account: Api;
let many: ManySites;
let folder: string;
let list: string;
beforeAll(async () => {
  account = await newAccount();
  many = await startManySites();
  folder = mkdtempSync(join(tmpdir(), "gleaner-split-"));
  list = join(folder, "list.csv");
  writeFileSync(list, `url\n${many.urls.join("\n")}\n`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await many.stop();
});

const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });
const json = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await gleaner(...args, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};
const page = ["--page", "https://shop.example/", "--selector", "h1", "--field", "name: :scope"];

it("a sharded run is watched to its end, with each log line once, then its items and pages", async () => {
  const { id: flowId } = await json("flows", "create", ...page, "--urls", list);
  expect((await account.get(`/flows/${flowId}`)).body.data.urlCount).toBe(many.urls.length);
  const { exitCode, stdout, stderr } = await gleaner("run", flowId, "--watch");
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("32 URLs are split into 3 shards")]);
  const runId = /run-\d+/.exec(stdout)?.[0] ?? "";
  const { logs } = (await account.get(`/runs/${runId}`)).body.data;
  const told = stderr.split("\n").filter((line) => /^\d\d:\d\d:\d\d /.test(line));
  const expected = (logs as readonly LogEntry[])
    .filter(({ level }) => level !== "debug")
    .map(({ timestamp, level, message }) => `${timestamp.slice(11, 19)}  ${level.padEnd(5)}  ${message}`);
  expect(told.toSorted()).toEqual(expected.toSorted());
  const items: { name: string }[] = await json("runs", "items", runId);
  expect(new Set(items.map(({ name }) => name)).size).toBe(many.counts.items);
  const failed = await json("runs", "pages", runId, "--status", "failed");
  expect(failed.map(({ url }: { url: string }) => url).toSorted()).toEqual(
    many.sites.map(({ url }) => `${url}/gone`).toSorted(),
  );
}, 120_000);

it("a sharded run can be cancelled, and keeps what its shards collected", async () => {
  const { id: flowId } = await json("flows", "create", ...page);
  // The second page of each site is a minute away: the run is still going when it is cancelled.
  await account.put(`/flows/${flowId}`, { pace: { concurrency: 1, delayMs: 60_000 } });
  const { id } = await json("run", flowId, "--urls", list);
  await until(
    () => json("runs", "get", id),
    ({ itemsExtracted }) => itemsExtracted > 0,
    PATIENCE_MS,
  );
  expect(await json("runs", "cancel", id)).toMatchObject({ status: "cancelled" });
  const { itemsExtracted } = await json("runs", "get", id);
  expect(itemsExtracted).toBeLessThan(many.counts.items);
  expect(await json("runs", "items", id)).toHaveLength(itemsExtracted);
}, 120_000);
