import { createServer } from "node:http";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import {
  FlowDefinition as Definition,
  type FlowDefinition,
} from "../../src/contract/flows/flowDefinition.ts";
import { putFlowSecret } from "../../src/domain/flows/secrets.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { createEngine } from "../../src/runtime/deps/engine/createEngine.ts";
import { createFormBrowser } from "../helpers/formBrowser.ts";
import { listen } from "../helpers/pageServer.ts";
import { createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";

jest.setTimeout(120_000);

const ORIGINS = 8;
const PAGES = 3;
const PASSWORD = "open sesame";

/** One site on many origins, all of them behind the same login, which is slow enough for others to want it as well. */
const startSite = async () => {
  let [signIns, denied] = [0, 0];
  const connections = new Set<Socket>();
  let requests = 0;
  const server = () =>
    createServer(async (request, response) => {
      requests += 1;
      connections.add(request.socket);
      const say = (body: string) => response.writeHead(200, { "content-type": "text/html" }).end(body);
      if (request.method === "POST") {
        const sent = Buffer.concat(await request.toArray()).toString();
        signIns += 1;
        if (new URLSearchParams(sent).get("password") !== PASSWORD) return say("<p>Wrong.</p>");
        await new Promise((done) => setTimeout(done, 300));
        const headers = { location: "/page/0", "set-cookie": `sid=${signIns}; Path=/; HttpOnly` };
        return response.writeHead(303, headers).end();
      }
      if (request.url?.startsWith("/page/") && !request.headers.cookie?.includes("sid=")) {
        denied += 1;
        return response.writeHead(302, { location: "/login" }).end();
      }
      if (request.url?.startsWith("/page/")) return say(`<h1>${request.headers.host}${request.url}</h1>`);
      if (request.url === "/login")
        return say('<form action="/login"><input name="password" type="password"><button>In</button></form>');
      return response.writeHead(404).end();
    });
  const servers = Array.from({ length: ORIGINS }, server);
  const origins = await Promise.all(servers.map(async (each) => `http://127.0.0.1:${await listen(each)}`));
  const stop = () => {
    for (const each of servers) {
      each.closeAllConnections();
      each.close();
    }
  };
  return { origins, stop, counts: () => ({ signIns, denied, requests, connections: connections.size }) };
};

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe("the shards of a run behind a login", () => {
  it("share one session: one of them signs in, and the others take its session", async () => {
    const { account, caller, deps, store, sent, read } = await createPipeline("scale");
    const urls = site.origins.flatMap((origin) =>
      Array.from({ length: PAGES }, (_, page) => `${origin}/page/${page}`),
    );
    const definition = Definition.parse({
      name: "All branches",
      url: urls[0],
      urls,
      mode: "interact",
      session: { keep: true },
      robots: "ignore",
      steps: [
        { type: "type", selector: "input", text: "{{secret.password}}", when: "signed-out" },
        { type: "click", selector: "button", when: "signed-out" },
        { type: "extract", fields: ["title: h1"] },
      ],
    }) as FlowDefinition;
    const flow = makeFlow(account.id, { ...definition, status: "active" });
    await store.commit(store.flows.insert(flow));
    await putFlowSecret(
      deps,
      caller,
      { id: flow.id, name: "password" },
      { value: PASSWORD, origins: site.origins },
    );
    const { id } = await queueRun(deps, account, flow, { origin: "api" });

    const shards = new Set<number>();
    /** A worker with a browser of its own, as each message has on AWS. */
    const work = ({ runId, shard }: (typeof sent)[number]): Promise<unknown> => {
      if (shard !== undefined) shards.add(shard);
      const engine = createEngine(() => ({
        browser: createFormBrowser(),
        fetchPage: () => Promise.reject(new Error("the flow follows no links")),
        close: async () => {},
      }));
      return executeRun(
        { ...deps, engine, serves: "browserRuns" },
        { type: "run", accountId: account.id, runId, ...(shard !== undefined && { shard }) },
        deps.now() + 300_000,
      );
    };
    // Each message has its worker as soon as it is sent: a shard's while the one before is at work.
    const workers: Promise<unknown>[] = [];
    let [working, failures] = [0, [] as unknown[]];
    const start = async (message: (typeof sent)[number]): Promise<void> => {
      working += 1;
      try {
        await work(message);
      } catch (error) {
        failures = [...failures, error];
      }
      working -= 1;
    };
    while (sent.length > 0 || working > 0) {
      workers.push(...sent.splice(0).map(start));
      await new Promise((done) => setTimeout(done, 10));
    }
    await Promise.all(workers);

    expect(failures).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "completed", error: null, itemsExtracted: urls.length });
    expect(shards.size).toBeGreaterThan(1);
    // Several of them found that they were signed out.
    expect(site.counts().denied).toBeGreaterThan(1);
    expect(site.counts().signIns).toBe(1);
    // None may have been closed by the server since its last request.
    expect(site.counts().connections).toBe(site.counts().requests);
  });
});
