import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { Steps } from "../../src/contract/steps/steps.ts";
import type { CollectionPlan, Engine } from "../../src/domain/engine.ts";
import { getFlow } from "../../src/domain/flows/flows.ts";
import { deleteFlowSecret, openFlowSecrets, putFlowSecret } from "../../src/domain/flows/secrets.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { deleteFlow } from "../../src/domain/runs/deleteFlow.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow, readTestTable } from "../helpers/testStore.ts";

const CANARY = 'canary "Ünicorn" & 7';

/** A flow that types `{{secret.password}}`, and what writes its secrets. */
const createWorld = async () => {
  const pipeline = await createPipeline();
  const { account, caller, store } = pipeline;
  const logged: unknown[] = [];
  const say = (...words: unknown[]) => void logged.push(words);
  const deps = { ...pipeline.deps, log: { info: say, warn: say, error: say } };
  const flow = makeFlow(account.id, {
    mode: "interact",
    steps: Steps.parse([{ type: "type", selector: "#password", text: "{{secret.password}}" }]) as never,
  });
  await store.commit(store.flows.insert(flow));
  const of = (name: string) => ({ id: flow.id, name });
  return {
    ...pipeline,
    deps,
    flow,
    of,
    logged,
    put: (name: string, value: string, origins?: string[]) =>
      putFlowSecret(deps, caller, of(name), { value, origins }),
    names: async () => (await getFlow(deps, caller, flow.id)).secrets,
    run: async (engine: Engine, runId?: string) => {
      const id = runId ?? (await queueRun(deps, account, flow, { origin: "api" })).id;
      const message = { type: "run" as const, accountId: account.id, runId: id };
      await executeRun({ ...deps, engine, serves: "browserRuns" }, message, deps.now() + 300_000);
      return pipeline.read(id);
    },
  };
};

/** Everything that the table holds of an account, as text. */
const dumpTable = async (accountId: string): Promise<string> =>
  JSON.stringify((await readTestTable()).filter((item) => JSON.stringify(item).includes(accountId)));

describe("a flow's secrets", () => {
  it("are listed without values, replaced when written again, and recorded in the audit log without values", async () => {
    const { put, names, flow, store, account, deps } = await createWorld();
    const first = await put("password", CANARY);
    expect(first).toEqual({
      name: "password",
      origins: [new URL(flow.url).origin],
      updatedAt: expect.any(String),
    });
    await put("password", "another one", ["https://login.shop.example"]);
    await put("user", "reader");
    expect(await names()).toEqual(["password", "user"]);
    expect(
      await openFlowSecrets(deps, { accountId: account.id, flowId: flow.id }, ["password", "nobody"]),
    ).toEqual([{ name: "password", value: "another one", origins: ["https://login.shop.example"] }]);
    const { records } = await store.journal.listAudit(account.id, { limit: 10 });
    expect(records.map(({ action, metadata }) => [action, metadata.name])).toEqual([
      ["flow.secret-written", "user"],
      ["flow.secret-written", "password"],
      ["flow.secret-written", "password"],
    ]);
    expect(JSON.stringify(records)).not.toMatch(/canary|another one/);
  });

  it("are all kept when many are written at once, up to twenty", async () => {
    const { put, names } = await createWorld();
    const written = Array.from({ length: 5 }, (_, i) => `secret${i}`);
    await Promise.all(written.map((name) => put(name, "some value")));
    expect(await names()).toEqual(written);
    for (let i = 5; i < 20; i += 1) await put(`secret${i}`, "some value");
    await expect(put("one-too-many", "some value")).rejects.toMatchObject({ code: "limit-reached" });
    expect(await put("secret3", "another value")).toMatchObject({ name: "secret3" });
  });

  it("are deleted one by one, or all with their flow", async () => {
    const { put, names, deps, caller, of, flow, account, store } = await createWorld();
    await put("password", CANARY);
    await put("user", "reader");
    await deleteFlowSecret(deps, caller, of("user"));
    await expect(deleteFlowSecret(deps, caller, of("user"))).rejects.toMatchObject({ code: "not-found" });
    expect(await names()).toEqual(["password"]);
    await deleteFlow(deps, caller, flow.id);
    expect((await store.flowSecrets.get(account.id, flow.id)).secrets).toEqual([]);
    await expect(put("password", CANARY)).rejects.toMatchObject({ code: "not-found" });
  });

  it("can be decrypted for their own account, flow and name only", async () => {
    const { put, store, account, flow, deps } = await createWorld();
    await put("password", CANARY);
    const kept = await store.flowSecrets.get(account.id, flow.id);
    const moved = { ...kept, secrets: kept.secrets.map((secret) => ({ ...secret, name: "other" })) };
    const lying = { ...store, flowSecrets: { ...store.flowSecrets, get: async () => moved } };
    const owner = { accountId: account.id, flowId: flow.id };
    await expect(openFlowSecrets({ ...deps, store: lying }, owner, ["other"])).rejects.toThrow();
  });
});

describe("a run of a flow with secrets", () => {
  it("fails before its first page if one is missing, and says how to set it", async () => {
    const { run, flow } = await createWorld();
    expect(await run(countingEngine(1))).toMatchObject({
      status: "failed",
      pagesFetched: 0,
      error: {
        code: "secret-missing",
        message: expect.stringContaining(`PUT /flows/${flow.id}/secrets/password`),
        retryable: false,
      },
    });
  });

  it("leaves no trace of them in table, objects or logs, even if the page shows them", async () => {
    const { run, put, account, objects, logged } = await createWorld();
    await put("password", CANARY);
    const seen: string[] = [];
    const page = (number: number) => ({
      url: `https://s.example/?p=${encodeURIComponent(CANARY)}&n=${number}`,
      status: 200,
      html: `<p title="${CANARY.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${CANARY}</p>`,
      fetchedAt: "2026-11-21T00:00:00.000Z",
    });
    const echoing: Engine = {
      ...countingEngine(1),
      start: () => ({ number: 0 }),
      next: async (plan: CollectionPlan, state, _signal, archive) => {
        const number = (state as { number: number }).number + 1;
        seen.push(...plan.secrets.map(({ value }) => value));
        if (!("keep" in archive)) throw new Error("nothing is replayed here");
        await archive.keep(`https://s.example/${number}`, page(number));
        const shot = { bytes: Buffer.from("png"), contentType: "image/png", width: 1, height: 1 };
        await archive.keepShot(shot, { step: "shot", url: page(number).url });
        if (number === 3) {
          const message = `The page says: ${CANARY}`;
          const failure = {
            code: "target-failed",
            message,
            step: null,
            url: page(3).url,
            httpStatus: 500,
            retryable: false,
          };
          return { failure };
        }
        return {
          items: [{ n: number, echo: CANARY, nested: [{ [CANARY]: `x${CANARY}x` }] }],
          logs: [
            { timestamp: page(1).fetchedAt, level: "info", message: `Opened ${page(number).url}: ${CANARY}` },
          ],
          pages: 1,
          // Like a site's own storage, which a later worker needs unchanged.
          state: { number, session: { storages: { "https://s.example": { local: { draft: CANARY } } } } },
          done: false,
          resumeAfterMs: number === 1 ? 1 : 0,
        };
      },
    };
    const first = await run(echoing);
    expect(first).toMatchObject({ status: "running", checkpointKey: expect.stringMatching(/\.sealed$/) });
    // Another worker opens the checkpoint, and fails on the third page.
    expect(await run(echoing, first.id)).toMatchObject({
      status: "failed",
      error: { message: "The page says: ***" },
      screenshots: [{ step: "shot" }, { step: "shot" }, { step: "shot" }],
    });
    expect(seen).toEqual([CANARY, CANARY, CANARY]);
    const table = await dumpTable(account.id);
    expect(table).toContain(first.id);
    const unpacked = (body: string | Buffer) =>
      typeof body === "string" || body[0] !== 0x1f ? String(body) : gunzipSync(body).toString();
    const bodies = [...objects.kept.entries()].map(([key, body]) => key + unpacked(body));
    const dump = table + bodies.join("\n") + JSON.stringify(logged);
    expect(dump).toContain("***");
    for (const written of [CANARY, "canary", "Ünicorn", encodeURIComponent("Ünicorn"), "%C3%9Cnicorn"])
      expect(dump.toLowerCase()).not.toContain(written.toLowerCase());
  });
});
