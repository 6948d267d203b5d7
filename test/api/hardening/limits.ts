/** What keys, webhooks, schedules and the end of runs promise. */
import { expect } from "@jest/globals";
import { type Api, apiAs, type Json, newAccount, until } from "../../helpers/api.ts";
import { startPageServer } from "../../helpers/pageServer.ts";
import type { Findings } from "./finding.ts";

const FLOW = { name: "Books", url: "https://shop.example/books", mode: "extract" };

const auditOf = async (api: Api, id: string): Promise<string[]> =>
  (await api.get("/audit?limit=200")).body.data
    .filter(({ resource }: Json) => resource === id)
    .map(({ action }: Json) => action);

const runningRun = async (api: Api, url: string): Promise<{ flowId: string; runId: string }> => {
  const flowId = (await api.post("/flows", { ...FLOW, url })).body.data.id;
  const runId = (await api.post("/runs", { flowId })).body.data.id;
  await until(
    async () => (await api.get(`/runs/${runId}`)).body.data.status,
    (status) => status === "running",
  );
  return { flowId, runId };
};

export const LIMITS: Findings = {
  "a key cannot revoke a key with scopes that it lacks": async () => {
    const api = await newAccount();
    const keyWith = async (scopes: string[]) => (await api.post("/keys", { name: "Key", scopes })).body.data;
    const writer = await keyWith(["keys:write"]);
    const reader = await keyWith(["flows:read"]);
    const refusedAnswer = await apiAs(writer.key).remove(`/keys/${reader.id}`);
    expect(refusedAnswer).toMatchObject({ status: 403, body: { error: { code: "missing-scope" } } });
    expect((await api.remove(`/keys/${reader.id}`)).status).toBe(200);
  },

  "scopes that unlock nothing are still accepted, and marked deprecated": async () => {
    const api = await newAccount();
    const unlockNothing = ["analytics:write", "audit:write", "activity:write", "screenshots:read"];
    const scopes = [...unlockNothing, "extract:read", "billing:read"];
    const { status, body } = await api.post("/keys", { name: "Old", scopes });
    expect(status).toBe(201);
    expect((await api.get(`/keys/${body.data.id}`)).body.data.scopes).toEqual(scopes);
    const document = (await apiAs(null).get("/openapi.json")).body;
    expect(document.components.schemas.Scope["x-deprecated-values"]).toEqual(expect.arrayContaining(scopes));
  },

  "a webhook secret that is easy to guess or misread gets a warning": async () => {
    const api = await newAccount();
    const warningsOf = async (secret?: string) => {
      const body = { url: "https://hooks.example/x", events: ["run.completed"], ...(secret && { secret }) };
      const { data } = (await api.post("/webhooks", body)).body;
      return { codes: data.warnings?.map(({ code }: Json) => code), made: data.secret };
    };
    expect((await warningsOf("short")).codes).toEqual(["short-secret"]);
    expect((await warningsOf("whsec_this-is-not-base64-at-all!")).codes).toEqual(["secret-not-base64"]);
    expect((await warningsOf("x".repeat(24))).codes).toBeUndefined();
    const { codes, made } = await warningsOf();
    expect(codes).toBeUndefined();
    expect(Buffer.from(made.slice("whsec_".length), "base64")).toHaveLength(32);
  },

  "a PUT that changes nothing changes nothing": async () => {
    const api = await newAccount();
    const { id } = (await api.post("/flows", FLOW)).body.data;
    const answer = await api.put(`/flows/${id}`, { name: FLOW.name });
    expect(answer).toMatchObject({ status: 200, body: { data: { version: 1 } } });
    expect(await auditOf(api, id)).toEqual(["flow.created"]);
  },

  "an interval is a year at most": async () => {
    const api = await newAccount();
    const withEvery = async (every: string) =>
      (await api.post("/flows", { ...FLOW, schedule: { every } })).status;
    expect(await withEvery("365d")).toBe(201);
    expect(await withEvery("366d")).toBe(400);
  },

  "a run that is cancelled, or whose flow is deleted, ends and says how far it got": async () => {
    const api = await newAccount();
    const server = await startPageServer({ "/slow": () => ({ body: "<h1>Slow</h1>", delayMs: 15_000 }) });
    try {
      const lastLineOf = async (runId: string) =>
        (await api.get(`/runs/${runId}`)).body.data.logs.at(-1).message;
      const { runId } = await runningRun(api, `${server.url}/slow`);
      await api.post(`/runs/${runId}/cancel`, {});
      expect(await lastLineOf(runId)).toMatch(
        /^The run was cancelled, after \d+ seconds?, with 0 items from 0 pages/,
      );
      const other = await runningRun(api, `${server.url}/slow`);
      expect((await api.remove(`/flows/${other.flowId}`)).status).toBe(200);
      const orphan = (await api.get(`/runs/${other.runId}`)).body.data;
      expect(orphan.status).toBe("cancelled");
      expect(orphan.logs.at(-1).message).toContain("because its flow was deleted");
    } finally {
      await server.stop();
    }
  },
};
