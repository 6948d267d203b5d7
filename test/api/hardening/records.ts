/** What may be written into records, and how they are found and deleted. */
import { expect } from "@jest/globals";
import { type Api, endOfRun, type Json, newAccount, until } from "../../helpers/api.ts";
import { startPageServer } from "../../helpers/pageServer.ts";
import type { Findings } from "./finding.ts";

const flowBody = (name: string, over: object = {}) => ({
  name,
  url: "https://shop.example/books",
  mode: "extract",
  ...over,
});

const makeFlow = async (api: Api, name: string, over: object = {}): Promise<string> =>
  (await api.post("/flows", flowBody(name, over))).body.data.id;

const namesOf = async (api: Api, query: string): Promise<string[]> =>
  (await api.get(`/flows?${query}`)).body.data.map(({ name }: Json) => name);

/** All pages of a list, two records at a time, and the total that each page tells. */
const readAll = async (api: Api, path: string): Promise<{ ids: string[]; totals: number[] }> => {
  const ids: string[] = [];
  const totals: number[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await api.get(`${path}&limit=2${cursor}`);
    ids.push(...body.data.map(({ id }: Json) => id));
    totals.push(body.total);
    if (!body.nextCursor) return { ids, totals };
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
};

const refused = async (api: Api, path: string, body: object, field: string, words: string | RegExp) => {
  const answer = await api.post(path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details).toEqual([
    { path: field, message: expect.stringMatching(words) as unknown as string },
  ]);
};

export const RECORDS: Findings = {
  "names, subjects and triggers contain only readable text": async () => {
    const api = await newAccount();
    for (const [text, words] of [
      ["bell\u0007", /U\+0007/],
      ["two\nlines", /U\+000A/],
      ["half \ud83d", /lone surrogate/],
      ["bytes \ufffd", /UTF-8/],
      ["\u200b\u2060\u00ad", /invisible/],
      ["\u3164", /invisible/],
    ] as const) {
      const ticket = { type: "bug", priority: "high" };
      // A lone surrogate is no text at all: it is refused wherever it stands.
      await refused(api, "/flows", flowBody(text), "name", words);
      await refused(api, "/keys", { name: text, scopes: ["flows:read"] }, "name", words);
      await refused(api, "/tickets", { ...ticket, subject: text }, "subject", words);
      await refused(api, "/runs/trigger", { flowId: "flow-1", trigger: text }, "trigger", words);
    }
    for (const name of ["Čeština", "كتب", "👩‍👩‍👧 família", "नमस्ते", "A\u00a0B"])
      expect((await api.post("/flows", flowBody(name))).status).toBe(201);
  },

  "a URL is stored as sent, and a malformed one gets an explanation": async () => {
    const api = await newAccount();
    for (const url of ["HTTPS://Shop.Example", "https://shop.example/a b?q=\\", "https://bücher.example/ü"]) {
      const id = await makeFlow(api, "Sent", { url });
      expect((await api.get(`/flows/${id}`)).body.data.url).toBe(url);
    }
    for (const [url, words] of [
      ["http:///shop.example", /must name a host after http:\/\//],
      ["http:shop.example", /must name a host after http:\/\//],
      ["https:/shop.example", /must name a host after https:\/\//],
      ["https://user:secret@shop.example/", /not contain a user name or password/],
      ["https://user@shop.example/", /not contain a user name or password/],
      ["https:\\\\shop.example\\", /not contain a backslash/],
      ["https://shop.example\\@evil.example/", /not contain a backslash/],
      ["https://shop.\texample/", /not contain control characters/],
      ["ftp://shop.example/", /absolute http or https URL/],
      ["shop.example", /absolute http or https URL/],
    ] as const) {
      await refused(api, "/flows", flowBody("Malformed", { url }), "url", words);
      await refused(api, "/webhooks", { url, events: ["run.completed"] }, "url", words);
      const steps = [{ type: "navigate", url }];
      await refused(api, "/flows", flowBody("Malformed", { steps }), "steps[0].url", words);
    }
  },

  "flows can be searched and sorted": async () => {
    const api = await newAccount();
    for (const name of ["banana shop", "Apple shop", "čherry garden"])
      await makeFlow(api, name, { description: `All of ${name}` });
    expect(await namesOf(api, "sort=name")).toEqual(["Apple shop", "banana shop", "čherry garden"]);
    expect(await namesOf(api, "sort=name&order=desc")).toEqual([
      "čherry garden",
      "banana shop",
      "Apple shop",
    ]);
    expect(await namesOf(api, "q=APPLE")).toEqual(["Apple shop"]);
    expect(await namesOf(api, "q=shop.example%20banana")).toEqual(["banana shop"]);
    expect(await namesOf(api, "q=Č")).toEqual(["čherry garden"]);
    expect(await namesOf(api, "q=shop.example/books&order=asc")).toHaveLength(3);
    const { ids, totals } = await readAll(api, "/flows?sort=lastRunAt");
    expect(new Set(ids).size).toBe(3);
    expect(totals).toEqual([3, 3]);
    expect((await api.get("/flows?sort=colour")).status).toBe(400);
  },

  "runs can be filtered by time and trigger, with exact counts": async () => {
    const pages = await startPageServer({ "/books": { body: "<h1>Books</h1>" } });
    const api = await newAccount();
    const flowId = await makeFlow(api, "Books", { url: `${pages.url}/books` });
    const runs: Json[] = [];
    for (const trigger of ["a", "b", "a", "a"]) {
      const { id } = (await api.post("/runs/trigger", { flowId, trigger })).body.data;
      runs.push(await endOfRun(api, id));
    }
    await pages.stop();
    const [first, second, third, fourth] = runs.map(({ startedAt }) => startedAt);
    const all = await readAll(api, "/runs?trigger=a");
    expect(all).toEqual({ ids: [runs[3].id, runs[2].id, runs[0].id], totals: [3, 3] });
    for (const [query, total] of [
      [`from=${second}`, 3],
      [`to=${second}`, 1],
      [`from=${second}&to=${fourth}`, 2],
      [`from=${first}&to=${third}&trigger=a&flowId=${flowId}`, 1],
      [`from=${second}&status=completed`, 3],
      [`from=2000-01-01&to=2001-01-01`, 0],
    ] as const)
      await until(
        () => api.get(`/runs?${query}`),
        ({ body }) => body.total === total && body.data.length === total,
      );
    expect((await api.get("/runs?from=yesterday")).status).toBe(400);
    const { lastRunAt } = (await api.get(`/flows/${flowId}`)).body.data;
    expect(lastRunAt).toBe(fourth);
  },

  "the audit log can be filtered by action, resource and time": async () => {
    const api = await newAccount();
    const id = await makeFlow(api, "Books");
    await api.put(`/flows/${id}`, { name: "Other" });
    await makeFlow(api, "More");
    const [latest] = (await api.get("/audit?limit=1")).body.data;
    for (const [query, total] of [
      ["action=flow.created", 2],
      [`resource=${id}`, 2],
      [`resource=${id}&action=flow.updated`, 1],
      [`from=${latest.timestamp}&action=flow.created`, 1],
      [`to=${latest.timestamp}&action=flow.created`, 1],
      ["action=nothing", 0],
    ] as const) {
      const { body } = await api.get(`/audit?${query}`);
      expect([query, body.total, body.data.length]).toEqual([query, total, total]);
    }
  },

  "runs, tickets and alerts can be deleted; keys, webhooks and alerts can be read one by one": async () => {
    const pages = await startPageServer({ "/books": { body: "<h1>Books</h1>" } });
    const api = await newAccount();
    const flowId = await makeFlow(api, "Books", { url: `${pages.url}/books` });
    const broken = await makeFlow(api, "Broken", { url: `${pages.url}/nowhere` });
    const { id: runId } = (await api.post("/runs", { flowId })).body.data;
    await endOfRun(api, runId);
    await endOfRun(api, (await api.post("/runs", { flowId: broken })).body.data.id);
    await pages.stop();
    const { body } = await until(
      () => api.get("/alerts"),
      (answer) => answer.body.total > 0,
    );
    const [alert] = body.data;
    const ticket = (await api.post("/tickets", { subject: "Prices", type: "bug", priority: "high" })).body
      .data;
    expect((await api.get(`/alerts/${alert.id}`)).body.data).toEqual(alert);
    for (const [list, id] of [
      ["/runs", runId],
      ["/alerts", alert.id],
      ["/tickets", ticket.id],
    ]) {
      const before = (await api.get(list)).body.total;
      const { status, body: gone } = await api.remove(`${list}/${id}`);
      expect([status, gone.data.id]).toEqual([200, id]);
      expect((await api.get(`${list}/${id}`)).status).toBe(404);
      expect((await api.remove(`${list}/${id}`)).status).toBe(404);
      expect((await api.get(list)).body.total).toBe(before - 1);
    }
    expect((await api.get(`/runs/${runId}/items`)).status).toBe(404);
    const [key] = (await api.get("/keys")).body.data;
    expect((await api.get(`/keys/${key.id}`)).body.data).toMatchObject({ id: key.id, key: key.key });
  },

  "a run that is in progress is cancelled before it is deleted": async () => {
    const pages = await startPageServer({ "/slow": { body: "<h1>Slow</h1>", delayMs: 20_000 } });
    const api = await newAccount();
    const flowId = await makeFlow(api, "Slow", { url: `${pages.url}/slow` });
    const { id } = (await api.post("/runs", { flowId })).body.data;
    expect((await api.remove(`/runs/${id}`)).status).toBe(409);
    await api.post(`/runs/${id}/cancel`);
    expect((await api.remove(`/runs/${id}`)).status).toBe(200);
    await pages.stop();
  },

  "a waiting run shows what it is doing": async () => {
    const pages = await startPageServer({ "/slow": { body: "<h1>Slow</h1>", delayMs: 25_000 } });
    try {
      const api = await newAccount();
      const url = `${pages.url}/slow`;
      const flowId = await makeFlow(api, "Slow", { url });
      const { id } = (await api.post("/runs", { flowId })).body.data;
      const read = async () => (await api.get(`/runs/${id}`)).body.data;
      const waiting = await until(read, ({ opening }) => opening !== null);
      expect(waiting).toMatchObject({ status: "running", opening: { url } });
      expect(Date.parse(waiting.opening.since)).toBeGreaterThanOrEqual(
        Date.parse(waiting.executionStartedAt),
      );
      await api.post(`/runs/${id}/cancel`);
      expect((await read()).opening).toBeNull();
    } finally {
      await pages.stop();
    }
  },

  "mails and deliveries are listed newest first": async () => {
    const api = await newAccount();
    const pages = await startPageServer({ "/hook": { body: "seen" } });
    try {
      const { id } = (await api.post("/webhooks", { url: `${pages.url}/hook`, events: ["run.completed"] }))
        .body.data;
      // Sent at the same time, they settle in any order.
      await Promise.all([1, 2, 3, 4, 5].map(() => api.post(`/webhooks/${id}/test`)));
      const { body } = await api.get(`/webhooks/${id}/deliveries`);
      const times = body.data.map(({ createdAt }: Json) => createdAt);
      expect(times).toHaveLength(5);
      expect(times).toEqual(times.toSorted().toReversed());
    } finally {
      await pages.stop();
    }
    const send = (subject: string) =>
      api.post("/email", { to: "reader@example.com", subject, template: "welcome", data: {} });
    await Promise.all(["a", "b", "c", "d", "e"].map(send));
    const times = (await api.get("/email")).body.data.map(({ createdAt }: Json) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  },
};
