import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { DEMO_LOGIN, ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import {
  FlowDefinition as Definition,
  type FlowDefinition,
} from "../../src/contract/flows/flowDefinition.ts";
import { putFlowSecret } from "../../src/domain/flows/secrets.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { deleteFlow } from "../../src/domain/runs/deleteFlow.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { getFlowSession, putFlowSession } from "../../src/domain/sessions/sessions.ts";
import { openRunSession } from "../../src/domain/sessions/share.ts";
import { createEngine } from "../../src/runtime/deps/engine/createEngine.ts";
import { createFormBrowser } from "../helpers/formBrowser.ts";
import { createPipeline } from "../helpers/pipeline.ts";
import { makeFlow, readTestTable } from "../helpers/testStore.ts";

jest.setTimeout(120_000);
let shop: DemoSite;
beforeAll(async () => {
  shop = await startDemoSite();
});
beforeEach(() => shop.unlock());
afterAll(() => shop.stop());

const SIGN_IN = [
  { type: "type", selector: "input[name=username]", text: DEMO_LOGIN.username, when: "signed-out" },
  { type: "type", selector: "input[name=password]", text: "{{secret.password}}", when: "signed-out" },
  { type: "click", selector: "button[type=submit]", when: "signed-out" },
];
const AFTER = [
  { type: "assert", selector: ".greeting", message: "The shop did not let us in.", timeoutMs: 200 },
  { type: "extract", selector: "tr.order", fields: ["number: .order-number"] },
];

/** A flow that signs in at the shop, and workers that run it. */
const createWorld = async (password: string = DEMO_LOGIN.password) => {
  const pipeline = await createPipeline("scale");
  const { account, caller, deps, store } = pipeline;
  const definition = Definition.parse({
    name: "My orders",
    url: `${shop.url}/account/orders`,
    mode: "interact",
    session: { keep: true },
    steps: [...SIGN_IN, ...AFTER],
  }) as FlowDefinition;
  const flow = makeFlow(account.id, { ...definition, status: "active" });
  await store.commit(store.flows.insert(flow));
  await putFlowSecret(deps, caller, { id: flow.id, name: "password" }, { value: password });
  /** One check, by a worker of its own. */
  const check = async () => {
    const { id } = await queueRun(deps, account, flow, { origin: "schedule" });
    const engine = createEngine(() => {
      const browser = createFormBrowser();
      const fetchPage = () => Promise.reject(new Error("the flow follows no links"));
      return { browser, fetchPage, close: async () => {} };
    });
    const message = { type: "run" as const, accountId: account.id, runId: id };
    await executeRun({ ...deps, engine, serves: "browserRuns" }, message, deps.now() + 300_000);
    return pipeline.read(id);
  };
  const owner = { accountId: account.id, flowId: flow.id };
  const version = { ...flow, flowId: flow.id };
  const sessionAs = (id: string) => openRunSession(deps, { ...owner, id }, version, () => {});
  return { ...pipeline, flow, owner, check, sessionAs };
};

describe("a flow's session", () => {
  it("lasts for a hundred checks with one sign-in, at a shop that locks accounts after five", async () => {
    const { check } = await createWorld();
    const before = shop.signIns();
    for (let n = 0; n < 90; n += 1)
      expect(await check()).toMatchObject({ status: "completed", itemsExtracted: ORDER_COUNT });
    const together = await Promise.all(Array.from({ length: 10 }, check));
    expect(together.map(({ status }) => status)).toEqual(Array(10).fill("completed"));
    expect(shop.signIns()).toEqual({ ...before, succeeded: before.succeeded + 1 });
  });

  it("is renewed by one run when many find it expired", async () => {
    const { check } = await createWorld();
    await check();
    const before = shop.signIns();
    shop.expireSessions();
    const together = await Promise.all(Array.from({ length: 8 }, check));
    expect(together.map(({ status, error }) => error ?? status)).toEqual(Array(8).fill("completed"));
    expect(shop.signIns()).toEqual({ ...before, succeeded: before.succeeded + 1 });
  });

  it("fails after three sign-ins in all, however many runs try at the same time", async () => {
    const { check, store, owner } = await createWorld("wrong password");
    const before = shop.signIns();
    const codes = (await Promise.all(Array.from({ length: 6 }, check))).map(({ error }) => error?.code);
    expect(codes.toSorted()).toEqual([
      ...Array(2).fill("sign-in-failed"),
      ...Array(4).fill("sign-in-stopped"),
    ]);
    expect(shop.signIns()).toEqual({ ...before, failed: before.failed + 3 });
    expect((await store.flows.get(owner.accountId, owner.flowId))?.status).toBe("error");
  });

  it("is encrypted: table, objects and log contain no cookie", async () => {
    const { check, deps, account, caller, flow, objects } = await createWorld();
    await check();
    const value = "0123456789abcdef-canary";
    const cookies = [{ name: "shop-session", value, domain: "127.0.0.1", httpOnly: true }];
    await putFlowSession(deps, caller, flow.id, { cookies });
    await check();
    const table = (await readTestTable()).filter((item) => JSON.stringify(item).includes(account.id));
    const stored = [...objects.kept.values()].map((body) => body.toString());
    expect(JSON.stringify([table, stored])).not.toContain(value);
  });

  it("is deleted after 30 days, and with its flow", async () => {
    const { check, deps, caller, flow, store, owner, pass } = await createWorld();
    await check();
    expect(await getFlowSession(deps, caller, flow.id)).toMatchObject({ kept: true });
    pass(30 * 86_400_000);
    expect(await getFlowSession(deps, caller, flow.id)).toMatchObject({ kept: false, expiresAt: null });
    await deleteFlow(deps, caller, flow.id);
    expect(await store.flowSessions.get(owner.accountId, owner.flowId)).toBeNull();
  });
});

describe("the sign-in lease", () => {
  it("belongs to one run at a time, and passes on when its worker crashes", async () => {
    const { sessionAs, pass } = await createWorld();
    const [first, second] = [sessionAs("run-1"), sessionAs("run-2")];
    expect(await first?.begin({ cookies: [] })).toEqual({ kind: "mine", login: 1 });
    expect(await second?.begin({ cookies: [] })).toMatchObject({ kind: "wait" });
    pass(121_000);
    expect(await second?.begin({ cookies: [] })).toEqual({ kind: "mine", login: 1 });
    // The first one wakes up: nothing of it counts any more.
    await first?.succeed({ cookies: [], login: 1 });
    expect(await sessionAs("run-3")?.begin({ cookies: [] })).toMatchObject({ kind: "wait" });
    await second?.succeed({ cookies: [], login: 1 });
    expect(await first?.begin({ cookies: [], login: 0 })).toMatchObject({ kind: "shared" });
  });

  it("counts a sign-in whose worker crashed, because the site may have counted it", async () => {
    const { sessionAs, pass } = await createWorld();
    for (const run of ["run-1", "run-2", "run-3"]) {
      expect(await sessionAs(run)?.begin({ cookies: [] })).toMatchObject({ kind: "mine" });
      pass(121_000);
    }
    expect(await sessionAs("run-4")?.begin({ cookies: [] })).toEqual({ kind: "stopped", failures: 3 });
  });

  it("does not count an attempt that did nothing on the page", async () => {
    const { sessionAs } = await createWorld();
    for (let n = 0; n < 5; n += 1) {
      const session = sessionAs(`run-${n}`);
      expect(await session?.begin({ cookies: [] })).toMatchObject({ kind: "mine" });
      expect(await session?.fail(false)).toBe(3);
    }
  });
});

describe("the session that a run saves", () => {
  const cookie = { name: "a", value: "1", domain: "127.0.0.1", path: "/" };

  it("contains only unexpired cookies of the flow's own site", async () => {
    const { sessionAs } = await createWorld();
    const cookies = [
      cookie,
      { ...cookie, name: "b", domain: ".elsewhere.example" },
      { ...cookie, name: "c", expires: 1_000 },
      { ...cookie, name: "d", expires: -1 },
    ];
    const storages = {
      [new URL(shop.url).origin]: { local: { token: "1" }, session: { tab: "2" } },
      "https://elsewhere.example": { local: { token: "3" }, session: {} },
    };
    expect(await sessionAs("run-1")?.save({ cookies, storages })).toEqual({
      level: "info",
      message: "Kept the session for the next run: 2 cookies and 1 storage entry.",
    });
    const loaded = await sessionAs("run-2")?.load();
    expect(loaded?.cookies.map(({ name }) => name)).toEqual(["a", "d"]);
    expect(loaded?.storages).toEqual({ [new URL(shop.url).origin]: { local: { token: "1" } } });
  });

  it("leaves out browser storage that is too large, and says so", async () => {
    const { sessionAs } = await createWorld();
    const storages = { [new URL(shop.url).origin]: { local: { cache: "x".repeat(5_000_000) } } };
    expect(await sessionAs("run-1")?.save({ cookies: [cookie], storages })).toMatchObject({
      level: "warn",
      message: expect.stringContaining("only 1 cookie could be kept"),
    });
  });

  it("never replaces the session of a later sign-in", async () => {
    const { sessionAs } = await createWorld();
    const old = await sessionAs("run-1")?.load();
    expect(await sessionAs("run-2")?.begin({ cookies: [] })).toMatchObject({ kind: "mine" });
    await sessionAs("run-2")?.succeed({ cookies: [{ ...cookie, value: "new" }], login: 1 });
    await sessionAs("run-1")?.save({ ...old, cookies: [{ ...cookie, value: "old" }] });
    expect((await sessionAs("run-3")?.load())?.cookies).toMatchObject([{ value: "new" }]);
  });

  it("is dropped if the flow's sign-in has changed in the meantime", async () => {
    const { sessionAs, store, flow } = await createWorld();
    const session = sessionAs("run-1");
    const changed = { ...flow, version: 2, steps: flow.steps.slice(1) };
    await store.commit(store.flows.change(flow, changed));
    await session?.save({ cookies: [cookie] });
    expect(await store.flowSessions.get(flow.accountId, flow.id)).toBeNull();
    expect(await session?.begin({ cookies: [] })).toEqual({ kind: "alone" });
  });
});
