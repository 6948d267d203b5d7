/**
 * What earlier releases answered and wrote (test/api/frozen/<version>.json, made by scripts/freeze.ts): this one must
 * answer their clients' requests in the same way, and continue with their tables and buckets.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTransport } from "../../client/transport.ts";
import { verifyWebhook } from "../../client/webhooks.ts";
import { TABLE_FILES } from "../../local/table/start.ts";
import type { Exchange } from "../../scripts/freeze/conversation.ts";
import { type Site, startSite } from "../../scripts/freeze/site.ts";
import { fillState, type KeptState } from "../../scripts/freeze/state.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import { type Answer, type Api, apiAs, type Json, newAccount, until } from "../helpers/api.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";
import { expectKept, learnIds } from "./frozen/compare.ts";

interface Frozen extends KeptState {
  readonly version: string;
  readonly frozenAt: string;
  readonly siteUrl: string;
  readonly pages: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
}

const FOLDER = new URL("./frozen/", import.meta.url);
const releases = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Frozen);

const START_TIMEOUT_MS = 180_000;

/** Rows that go by themselves: windows of a second, and what was on its way when the release stopped. */
const PASSING_KINDS = /^(?:RATE|EVENTS|DIGEST)#/;

const titleOf = ({ method, path, status }: Exchange): string =>
  `${method} ${path.replace(/-\d{10,}/g, "-…")} with ${status}`;

/** Deliveries go out side by side: the order in which they were made is no promise. */
const inOrder = (path: string, answer: Json): Json =>
  path.endsWith("/deliveries")
    ? { ...answer, data: answer.data.toSorted((a: Json, b: Json) => (a.event < b.event ? -1 : 1)) }
    : answer;

const send = (api: Api, { method, path, body, headers, anonymous }: Exchange): Promise<Answer> =>
  (anonymous ? apiAs(null) : api).call(method, path, { body, ...(headers && { headers }) });

/** What is read may take its time to be as it was: indexes lag, deliveries are on their way. */
const settled = async (exchange: Exchange, ask: () => Promise<Answer>, isKept: (answer: Answer) => void) => {
  if (exchange.method !== "GET") return isKept(await ask());
  let failure: unknown;
  await until(ask, (answer) => {
    try {
      isKept(answer);
      return true;
    } catch (error) {
      failure = error;
      return false;
    }
  }).catch(() => {
    throw failure;
  });
};

describe.each(releases.map((frozen) => [frozen.version, frozen] as const))(
  "requests recorded in release %s get the same answers:",
  (_version, frozen) => {
    let site: Site;
    let api: Api;
    const ids = new Map<string, string>();
    beforeAll(async () => {
      site = await listenOnReserved((port) => startSite(port, frozen.pages));
      api = await newAccount("scale", "owner@gleaner.localhost");
    });
    afterAll(() => site.stop());

    /** The exchange with this test's addresses and ids instead of those that were recorded. */
    const ofToday = (exchange: Exchange): Exchange => {
      const text = JSON.stringify(exchange).replaceAll(frozen.siteUrl, site.url);
      return JSON.parse(text.replace(/\b[a-z]+-\d{10,}/g, (id) => ids.get(id) ?? id)) as Exchange;
    };

    it.each(frozen.exchanges.map((exchange) => [titleOf(exchange), exchange] as const))(
      "%s",
      async (_title, exchange) => {
        const today = ofToday(exchange);
        await settled(
          exchange,
          () => send(api, today),
          ({ status, body }) => {
            expect(status).toBe(exchange.status);
            const [was, is] = [inOrder(exchange.path, today.answer), inOrder(exchange.path, body)];
            expectKept(exchange.path, was, is);
            learnIds(exchange.answer, body, ids);
          },
        );
      },
    );
  },
);

describe.each(releases.map((frozen) => [frozen.version, frozen] as const))(
  "data written by release %s:",
  (_version, frozen) => {
    const folder = mkdtempSync(join(tmpdir(), "gleaner-frozen-"));
    const keys = frozen.secrets as { readonly apiKey: string };
    let site: Site;
    let runner: RunnerProcess;
    let call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Json }>;

    beforeAll(async () => {
      const address = frozen.siteUrl.replace("http://", "");
      site = await until(
        () => startSite(Number(address.split(":")[1]), frozen.pages).catch(() => null),
        (started) => started !== null,
        START_TIMEOUT_MS / 2,
      ).then((started) => started as Site);
      await fillState(folder, frozen, Date.now() - Date.parse(frozen.frozenAt));
      mkdirSync(join(folder, "delivered"));
      const options = ["--allow-private", address, "--destination-folder", join(folder, "delivered")];
      runner = spawnRunner(["--data-dir", folder, "--table", "embedded", ...options]);
      const { url } = await runner.started;
      const transport = createTransport({ url, apiKey: keys.apiKey });
      call = (method, path, body) => transport.send(method, path, { body });
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      await runner?.end("SIGTERM");
      await site?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** The last answer to each read is what the state shows. */
    const reads = new Map(
      frozen.exchanges
        .filter(({ method, status, anonymous }) => method === "GET" && status === 200 && !anonymous)
        .map((exchange) => [exchange.path, exchange] as const),
    );
    // These depend on today's date.
    for (const path of ["/analytics", "/analytics?period=30d", "/account"]) reads.delete(path);

    const made = (path: string, has: (body: Json) => boolean): Json =>
      frozen.exchanges.find((one) => one.method === "POST" && one.path === path && has(one.body))?.answer;
    const flowNamed = (name: string): string => made("/flows", (body) => body.name === name).data.id;
    const endOf = async (id: string): Promise<Json> => {
      const { body } = await until(
        () => call("GET", `/runs/${id}`),
        (answer) => !["queued", "running"].includes(answer.body.data.status),
      );
      return body.data;
    };
    const runOf = async (flowId: string) => endOf((await call("POST", "/runs", { flowId })).body.data.id);

    it("every row is still there", () => {
      const kept = new Set<string>();
      const table = createEmbeddedTable({ path: join(folder, "table", TABLE_FILES.embedded) });
      for (const { pk, sk } of table.all()) kept.add(`${pk} ${sk}`);
      table.close();
      const lasting = frozen.table.filter(({ item }) => !PASSING_KINDS.test(String(item.pk)));
      expect(lasting.length).toBeGreaterThan(100);
      expect(lasting.map(({ item }) => `${item.pk} ${item.sk}`).filter((key) => !kept.has(key))).toEqual([]);
    });

    it.each([...reads])("GET %s returns what it returned then", async (path, { answer }) => {
      const { status, body } = await call("GET", path);
      expect(status).toBe(200);
      expectKept(path, inOrder(path, answer), inOrder(path, body), true);
    });

    it("a flow runs, and its webhook receives an event signed with its old secret", async () => {
      const before = site.received.length;
      const run = await runOf(flowNamed("Books"));
      expect(run).toMatchObject({ status: "completed", outputPreview: [{ title: "Books" }] });
      const told = await until(
        async () => site.received.slice(before).find(({ body }) => body.includes(run.id)),
        (delivery) => delivery !== undefined,
      );
      const { headers, body = "" } = told ?? { headers: {} };
      const event = verifyWebhook("a-secret-of-our-own-making", headers, body);
      expect(event).toMatchObject({ type: "run.completed", data: { id: run.id } });
    });

    it("the secret of a flow is filled in", async () => {
      const run = await runOf(flowNamed("Login"));
      expect(run).toMatchObject({ status: "completed" });
      expect(JSON.stringify(run)).not.toContain("correct horse");
    });

    it("a flow's data is delivered to a destination that is created now", async () => {
      const flowId = flowNamed("Books");
      const target = { type: "folder", folder: "lake" };
      const made = await call("POST", "/destinations", { name: "Lake", target, flowIds: [flowId] });
      expect([made.status, made.body.error]).toEqual([201, undefined]);
      const { id: runId } = await runOf(flowId);
      await until(
        () => call("GET", `/destinations/${made.body.data.id}/deliveries`),
        ({ body }) => body.data[0]?.status === "succeeded",
      );
      const items = join(folder, "delivered/lake", flowId, "items", runId, "part-00001.ndjson");
      expect(JSON.parse(readFileSync(items, "utf8"))).toEqual({ title: "Books" });
    });

    it("a flow without steps and a failing flow run as they did", async () => {
      expect(await runOf(flowNamed("Short"))).toMatchObject({ status: "completed", itemsExtracted: 3 });
      expect(await runOf(flowNamed("Broken"))).toMatchObject({ status: "failed", itemsExtracted: 0 });
    });

    it("a monitor continues from the records it had seen", async () => {
      const flowId = flowNamed("Watched");
      const before = (await call("GET", `/flows/${flowId}/changes`)).body.total;
      expect((await runOf(flowId)).status).toBe("completed");
      const { body } = await until(
        () => call("GET", `/flows/${flowId}/changes`),
        (answer) => answer.body.total > before,
      );
      // The page is as at its first visit again: of two records, the price of one.
      expect(body.data[0]).toMatchObject({ added: 0, changed: 1, removed: 0 });
      expect(body.total).toBe(before + 1);
    });

    it("saved pages can be read again", async () => {
      const retried = frozen.exchanges.find(({ path }) => path.endsWith("/retry"));
      const { status, body } = await call("POST", retried?.path ?? "", { from: "snapshots" });
      expect(status).toBe(202);
      expect(await endOf(body.data.id)).toMatchObject({ status: "completed", itemsExtracted: 3 });
    });

    it("a flow can be read, sent back, changed and deleted", async () => {
      const path = `/flows/${flowNamed("Login")}`;
      const { body } = await call("GET", path);
      expect((await call("PUT", path, body.data)).status).toBe(200);
      expect((await call("PUT", path, { description: "Still here" })).status).toBe(200);
      expect((await call("DELETE", path)).status).toBe(200);
      expect((await call("GET", path)).status).toBe(404);
    });

    it("keys can be rotated and revoked, webhooks and tickets changed", async () => {
      const [{ id: key }] = (await call("GET", "/keys")).body.data;
      const rotated = await call("POST", `/keys/${key}/rotate`, {});
      expect(rotated.status).toBe(201);
      expect((await call("DELETE", `/keys/${rotated.body.data.id}`)).status).toBe(200);
      for (const { id } of (await call("GET", "/webhooks")).body.data)
        expect((await call("PUT", `/webhooks/${id}`, { active: true })).status).toBe(200);
      for (const { id } of (await call("GET", "/tickets")).body.data)
        expect((await call("PUT", `/tickets/${id}`, { status: "closed" })).status).toBe(200);
      for (const { id } of (await call("GET", "/alerts")).body.data)
        expect((await call("PUT", `/alerts/${id}`, { read: true })).status).toBe(200);
    });

    it("items can be exported", async () => {
      const [{ path } = { path: "" }] = [...reads.values()].filter((one) => one.path.endsWith("/items"));
      const { status, body } = await call("GET", path.replace(/items$/, "export?format=csv"));
      expect(status).toBe(200);
      expect(await (await fetch(body.data.url)).text()).toContain("Walden");
    });

    it(
      "all of it is in a backup of the running service, which starts again from there",
      async () => {
        const flows = (await call("GET", "/flows")).body.data.map(({ id }: Json) => id);
        const [backups, restored] = [join(folder, "backups"), join(folder, "restored")];
        const node = (...args: readonly string[]) => promisify(execFile)(process.execPath, args);
        await node("local/backup.ts", "--data-dir", folder, "--to", backups);
        const [backup = ""] = readdirSync(backups);
        await runner.end("SIGTERM");
        await node("local/restore.ts", "--from", join(backups, backup), "--data-dir", restored);
        runner = spawnRunner(["--data-dir", restored, "--table", "embedded"]);
        const transport = createTransport({ url: (await runner.started).url, apiKey: keys.apiKey });
        const { body } = await transport.send("GET", "/flows", {});
        expect((body as Json).data.map(({ id }: Json) => id)).toEqual(flows);
      },
      START_TIMEOUT_MS,
    );
  },
);
