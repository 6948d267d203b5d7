/** How requests are read and answers addressed, whatever the operation. */
import { expect } from "@jest/globals";
import { createTransport } from "../../../client/transport.ts";
import { apiAs, newAccount, testService } from "../../helpers/api.ts";
import type { Findings } from "./finding.ts";

const FLOW = { name: "Books", url: "https://shop.example/books", mode: "extract" };

const keyed = (key: string) => ({ "idempotency-key": key });

/** As fetch gives it: no redirect followed, no key sent. */
const raw = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(testService().url + path, { method, headers, redirect: "manual" });

export const REQUESTS: Findings = {
  "an Idempotency-Key can be used again after a refused request": async () => {
    const api = await newAccount();
    const send = (path: string, body: unknown) => api.call("POST", path, { body, headers: keyed("k1") });
    expect((await send("/flows", { ...FLOW, url: "nowhere" })).status).toBe(400);
    expect((await send("/runs", { flowId: "flow-1" })).status).toBe(404);
    const made = await send("/flows", FLOW);
    expect(made.status).toBe(201);
    // What took effect is kept.
    expect((await send("/flows", FLOW)).body).toEqual(made.body);
    expect((await send("/flows", { ...FLOW, name: "Other" })).status).toBe(422);
  },

  "a refused preview says why, and releases its Idempotency-Key": async () => {
    const api = await newAccount();
    const preview = (url: string, over = {}) =>
      api.call("POST", "/previews", { body: { flow: { ...FLOW, url }, ...over }, headers: keyed("p1") });
    const codeOf = async (...asked: Parameters<typeof preview>) => (await preview(...asked)).body.error.code;
    expect(await codeOf("http://10.0.0.1/")).toBe("target-refused");
    expect(await codeOf("http://10.0.0.1/")).toBe("target-refused");
    expect(await codeOf(FLOW.url, { flowId: "flow-0000000000000000000" })).toBe("not-found");
    expect(await codeOf("nowhere")).toBe("invalid-request");
    expect((await preview(FLOW.url)).status).toBe(202);
  },

  "HEAD works on public routes": async () => {
    for (const path of ["/health", "/docs", "/openapi.json"]) {
      const answer = await raw("HEAD", path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe("");
    }
  },

  "the root redirects to the dashboard": async () => {
    const answer = await raw("GET", "/");
    expect(answer.status).toBe(302);
    const target = answer.headers.get("location") ?? "";
    expect(new URL(target, testService().url).pathname).toBe("/dashboard");
  },

  "a trailing slash is redirected to the right path": async () => {
    for (const method of ["GET", "POST"]) {
      const answer = await raw(method, "/flows/?limit=2");
      expect(answer.status).toBe(308);
      expect(answer.headers.get("location")).toBe("/flows?limit=2");
    }
    // No other host is ever named, and what is nowhere is nowhere.
    expect((await raw("GET", "//evil.example/flows/")).status).toBe(404);
    expect((await raw("GET", "/nowhere/")).status).toBe(404);
  },

  "a key may be sent as a bearer token": async () => {
    const api = await newAccount();
    const send = (headers: Record<string, string>) =>
      createTransport({ url: testService().url, apiKey: null }).send("GET", "/flows", { headers });
    expect((await send({ authorization: `Bearer ${api.apiKey}` })).status).toBe(200);
    expect((await send({ authorization: `bearer ${api.apiKey}` })).status).toBe(200);
    for (const authorization of ["Bearer ", "Bearer nonsense", `Basic ${btoa(`${api.apiKey}:`)}`])
      expect((await send({ authorization })).status).toBe(401);
    // Of two that differ, neither is guessed at.
    const both = { authorization: `Bearer ${api.apiKey}`, "x-api-key": "gl_live_other" };
    expect((await send(both)).status).toBe(401);
    // A token that is not one of our keys may be meant for a proxy.
    const proxied = { authorization: "Bearer of-a-proxy", "x-api-key": api.apiKey };
    expect((await send(proxied)).status).toBe(200);
  },

  "a created record has a Location header": async () => {
    const api = await newAccount();
    for (const [path, body] of [
      ["/flows", FLOW],
      ["/keys", { name: "Reader", scopes: ["flows:read"] }],
      ["/webhooks", { url: "https://hooks.example/", events: ["run.completed"] }],
      ["/tickets", { subject: "Prices", type: "bug", priority: "high" }],
    ] as const) {
      const made = await api.post(path, body);
      const location = made.headers.get("location") ?? "";
      expect(location).toBe(`${path}/${made.body.data.id}`);
      expect((await api.get(location)).body.data.id).toBe(made.body.data.id);
    }
  },

  "a flow's version is its ETag": async () => {
    const api = await newAccount();
    const made = await api.post("/flows", FLOW);
    const path = `/flows/${made.body.data.id}`;
    expect(made.headers.get("etag")).toBe('"1"');
    const etag = (await api.get(path)).headers.get("etag") ?? "";
    expect(etag).toBe('"1"');
    const changed = await api.put(path, { name: "Other" }, { "if-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).toBe('"2"');
    expect((await api.put(path, { name: "Third" }, { "if-match": etag })).status).toBe(412);
  },

  "an unreadable body gets an explanation": async () => {
    const api = await newAccount();
    const post = (body: string, headers: Record<string, string> = {}) =>
      api.call("POST", "/flows", { body, headers: { "content-type": "application/json", ...headers } });
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    for (const [body, words] of [
      ["", "is empty"],
      ["{", "is not valid JSON"],
      [deep, "nested"],
      ['{"name":"Books","__proto__":{}}', "__proto__"],
    ] as const) {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(words);
    }
    const zipped = await post("{}", { "content-encoding": "gzip" });
    expect(zipped.status).toBe(415);
    expect(zipped.body.error.message).toContain("Content-Encoding");
  },

  "a missing body is missing, whatever its declared type": async () => {
    const api = await newAccount();
    const headers = { "content-type": "" };
    const { status, body } = await api.call("POST", "/flows", { body: "", headers });
    expect(status).toBe(400);
    expect(body.error.message).toBe("The body is empty: send a JSON object.");
  },

  "a query parameter is given once, or refused by its name": async () => {
    const api = await newAccount();
    for (const [query, path] of [
      ["flowId=flow-1&flowId=flow-1", "flowId"],
      ["limit=1&status=failed&limit=2", "limit"],
    ] as const) {
      const { status, body } = await api.get(`/runs?${query}`);
      expect(status).toBe(400);
      expect(body.error.details).toEqual([{ path, message: "is given more than once" }]);
    }
    const { body } = await api.get("/runs?limit=1.5");
    expect(body.error.details).toEqual([{ path: "limit", message: "must be a whole number" }]);
  },

  "an empty body is accepted if none is needed, whatever its declared type": async () => {
    const api = await newAccount();
    const send = (path: string) =>
      api.call("POST", path, { body: "", headers: { "content-type": "application/json" } });
    expect((await send("/alerts/read-all")).status).toBe(200);
    expect((await send("/runs/run-1/retry")).status).toBe(404);
  },

  "?__proto__= is refused like any unknown parameter": async () => {
    const api = await newAccount();
    for (const name of ["__proto__", "constructor", "colour"]) {
      const { status, body } = await api.get(`/flows?${name}=1`);
      expect(status).toBe(400);
      expect(body.error.details).toEqual([{ path: name, message: expect.any(String) }]);
    }
    expect((await apiAs(null).get("/health")).status).toBe(200);
  },
};
