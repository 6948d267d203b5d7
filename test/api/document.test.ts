/** The service document, statement by statement; docs/conformance.md is made from the titles. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Answer, apiAs, newAccount } from "../helpers/api.ts";
import * as fields from "./document/fields.ts";
import { expectKind, type Kind, nameOf } from "./document/kinds.ts";
import { flowBody, makeWorld, type World } from "./document/world.ts";

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
}, 120_000);
afterAll(() => world.pages.stop());

type Read = () => Answer | Promise<Answer>;

/** Asked once for all that is to be seen in its answer: these take their time. */
const once = (read: () => Promise<Answer>): (() => Promise<Answer>) => {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= read();
    return answer;
  };
};

const get = (path: string) => () => world.api.get(path);

/** An operation whose provider this deployment has not been given says so; its shape is then not to be seen. */
const isNotConfigured = ({ status, body }: Answer): boolean => {
  if (status !== 503) return false;
  expect(body.error.code).toBe("not-configured");
  return true;
};

/** One test for each field of a record that an answer holds. */
const shows = (
  answer: Read,
  find: (body: Answer["body"]) => unknown,
  kinds: Readonly<Record<string, Kind>>,
) => {
  it.each(Object.entries(kinds).map(([name, kind]) => [name, nameOf(kind), kind] as const))(
    "%s %s",
    async (name, _kindName, kind) => {
      const given = await answer();
      if (!isNotConfigured(given)) expectKind((find(given.body) as Record<string, unknown>)[name], kind);
    },
  );
};

const data = (body: Answer["body"]) => body.data;
const firstOf = (body: Answer["body"]) => body.data[0];
const bare = (body: Answer["body"]) => body;

const single = (read: Read, status: number) =>
  it(`answers ${status} with {data: <record>} and nothing beside it`, async () => {
    const answer = await read();
    if (isNotConfigured(answer)) return;
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(["data"]);
    expect(Array.isArray(answer.body.data)).toBe(false);
  });

const list = (path: string) =>
  it("answers 200 with {data: [<record>...], total: <integer>}", async () => {
    const { status, body } = await world.api.get(path);
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    expect(Number.isInteger(body.total)).toBe(true);
    expect(body.total).toBeGreaterThanOrEqual(body.data.length);
  });

/** Each value of a filter gives just the records that have it, and all together give every record. */
const filter = (path: string, name: string, values: readonly (string | boolean)[]) =>
  it(`${name} filters by ${values.join(", ")}`, async () => {
    const all = (await world.api.get(path)).body;
    let sum = 0;
    for (const value of values) {
      const { status, body } = await world.api.get(`${path}?${name}=${value}`);
      expect(status).toBe(200);
      for (const record of body.data) expect(record[name]).toBe(value);
      sum += body.total;
    }
    expect(sum).toBe(all.total);
    expect((await world.api.get(`${path}?${name}=something`)).status).toBe(400);
  });

const limit = (path: string, byDefault: number) =>
  it(`limit is a number, ${byDefault} by default`, async () => {
    const account = await newAccount();
    const names = Array.from({ length: byDefault + 1 }, (_, index) => `Flow ${index}`);
    const url = "https://shop.example/";
    await Promise.all(names.map((name) => account.post("/flows", { name, url, mode: "extract" })));
    const { body } = await account.get(path);
    expect(body.total).toBeGreaterThan(byDefault);
    expect(body.data).toHaveLength(byDefault);
    expect((await account.get(`${path}?limit=3`)).body.data).toHaveLength(3);
  });

describe("GET /flows", () => {
  list("/flows");
  shows(get("/flows"), firstOf, fields.FLOW_SUMMARY);
  filter("/flows", "status", fields.FLOW_STATUSES);
  filter("/flows", "mode", fields.MODES);
});

describe("POST /flows", () => {
  single(() => world.made.flow, 201);
  shows(() => world.made.flow, data, fields.FLOW_CREATED);
  it("takes name, description, url, mode, steps, outputSchema, and GET /flows/:id shows them", async () => {
    expect((await world.api.get(`/flows/${world.flowId}`)).body.data).toMatchObject(flowBody(world.pages));
  });
  it("takes name, url, mode as its shortest request", async () => {
    const body = { name: "Short", url: "https://shop.example/", mode: "monitor" };
    expect((await world.api.post("/flows", body)).status).toBe(201);
  });
  it("takes a step without a label, and shows the steps as they were sent", async () => {
    const steps = [{ type: "navigate" }, { type: "extract", label: "all", fields: ["title"] }];
    const { body } = await world.api.post("/flows", { ...flowBody(world.pages), steps });
    expect((await world.api.get(`/flows/${body.data.id}`)).body.data.steps).toEqual(steps);
  });
  it("takes steps that carry url (string), selector (string) and fields (array of strings)", async () => {
    const step = { type: "extract", url: world.pages.url, selector: "article", fields: ["title"] };
    expect((await world.api.post("/flows", { ...flowBody(world.pages), steps: [step] })).status).toBe(201);
  });
});

describe("GET /flows/:id", () => {
  const read = () => world.api.get(`/flows/${world.flowId}`);
  single(read, 200);
  shows(read, data, fields.FLOW);
});

describe("PUT /flows/:id", () => {
  let updated: Answer;
  beforeAll(async () => {
    const { body } = await world.api.post("/flows", flowBody(world.pages));
    updated = await world.api.put(`/flows/${body.data.id}`, { name: "Renamed", status: "active" });
  });
  single(() => updated, 200);
  shows(() => updated, data, fields.FLOW_UPDATED);
  it("leaves unsupplied fields unchanged", async () => {
    const { name, status, ...rest } = flowBody(world.pages) as Record<string, unknown>;
    const flow = (await world.api.get(`/flows/${updated.body.data.id}`)).body.data;
    expect(flow).toMatchObject({ ...rest, name: "Renamed", status: "active" });
  });
  it.each(fields.FLOW_STATUSES.flatMap((from) => fields.FLOW_STATUSES.map((to) => [from, to])))(
    "takes a flow from %s to %s, and merges the other supplied fields",
    async (from, to) => {
      const id = updated.body.data.id;
      await world.api.put(`/flows/${id}`, { status: from });
      const { body } = await world.api.put(`/flows/${id}`, { status: to, description: `${from} to ${to}` });
      expect(body.data.status).toBe(to);
      expect((await world.api.get(`/flows/${id}`)).body.data.description).toBe(`${from} to ${to}`);
    },
  );
});

describe("DELETE /flows/:id", () => {
  it("answers 200 with {message: string}, not wrapped in data, that names the flow id", async () => {
    const { id } = (await world.api.post("/flows", flowBody(world.pages))).body.data;
    const { status, body } = await world.api.remove(`/flows/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ message: expect.stringContaining(id) });
    expect((await world.api.get(`/flows/${id}`)).status).toBe(404);
  });
});

describe("GET /runs", () => {
  list("/runs");
  shows(get("/runs"), firstOf, fields.RUN_SUMMARY);
  filter("/runs", "status", fields.RUN_STATUSES);
  it("flowId filters by flow, alone and with status", async () => {
    const { body } = await world.api.get(`/runs?flowId=${world.flowId}`);
    expect(body.total).toBe(2);
    for (const run of body.data) expect(run.flowId).toBe(world.flowId);
    expect((await world.api.get(`/runs?flowId=${world.flowId}&status=completed`)).body.total).toBe(2);
    expect((await world.api.get(`/runs?flowId=${world.flowId}&status=failed`)).body.total).toBe(0);
  });
});

describe("POST /runs", () => {
  single(() => world.made.run, 202);
  shows(() => world.made.run, data, fields.RUN_CREATED);
  it("makes a queued run with cost 0 and startedAt set", () => {
    expect(world.made.run.body.data).toMatchObject({ status: "queued", cost: 0, flowName: "Books" });
  });
});

describe("GET /runs/:id", () => {
  const read = () => world.api.get(`/runs/${world.runId}`);
  single(read, 200);
  shows(read, data, fields.RUN);
  describe("each entry of logs", () => {
    shows(read, (body) => body.data.logs[0], fields.LOG_ENTRY);
  });
  it("includes the full logs array, with entries of level info", async () => {
    const { logs } = (await read()).body.data;
    expect(logs.map(({ level }: { level: string }) => level)).toContain("info");
  });
  it("alone carries logs and outputPreview", async () => {
    const [run] = (await world.api.get("/runs")).body.data;
    expect(run).not.toHaveProperty("logs");
    expect(run).not.toHaveProperty("outputPreview");
    expect((await read()).body.data.outputPreview).toEqual([{ title: "Books" }]);
  });
});

describe("POST /runs/trigger", () => {
  single(() => world.made.trigger, 202);
  shows(() => world.made.trigger, data, fields.RUN_TRIGGERED);
  it("echoes the trigger value, which the run keeps", async () => {
    const { id, trigger } = world.made.trigger.body.data;
    expect(trigger).toBe("cron");
    expect((await world.api.get(`/runs/${id}`)).body.data.trigger).toBe("cron");
  });
});

describe("POST /extract", () => {
  const read = once(() =>
    world.api.post("/extract", {
      url: `${world.pages.url}/books`,
      instructions: "The title",
      schema: { title: "string" },
    }),
  );
  single(read, 200);
  shows(read, data, fields.EXTRACTION);
  it("takes a url alone", async () => {
    const answer = await world.api.post("/extract", { url: `${world.pages.url}/books` });
    if (!isNotConfigured(answer)) expect(answer.status).toBe(200);
  });
});

describe("POST /generate", () => {
  const read = once(() =>
    world.api.post("/generate", { prompt: "All books with prices", url: `${world.pages.url}/shelf` }),
  );
  single(read, 200);
  shows(read, data, fields.GENERATED);
});

describe("GET /keys", () => {
  list("/keys");
  shows(get("/keys"), firstOf, fields.API_KEY);
  it("masks the key: live-key prefix, asterisks, last four characters", async () => {
    const { id, key } = world.made.key.body.data;
    const listed = (await world.api.get("/keys")).body.data.find((one: { id: string }) => one.id === id);
    expect(listed.key).toMatch(/^gl_live_\*+[0-9A-Za-z]{4}$/);
    expect(listed.key.slice(-4)).toBe(key.slice(-4));
  });
});

describe("POST /keys", () => {
  single(() => world.made.key, 201);
  shows(() => world.made.key, data, fields.API_KEY);
  it("returns the full key, which works, with the live-environment prefix", async () => {
    const { key, scopes } = world.made.key.body.data;
    expect(key).toMatch(/^gl_live_[0-9A-Za-z]+$/);
    expect(scopes).toEqual(["flows:read", "runs:write"]);
    expect((await apiAs(key).get("/flows")).status).toBe(200);
  });
  it.each(["flows:read", "flows:write", "runs:read", "runs:write"])("knows the scope %s", async (scope) => {
    expect((await world.api.post("/keys", { name: "One", scopes: [scope] })).status).toBe(201);
  });
});

describe("GET /alerts", () => {
  list("/alerts");
  shows(get("/alerts"), firstOf, fields.ALERT);
  filter("/alerts", "severity", fields.SEVERITIES);
  filter("/alerts", "read", [true, false]);
});

describe("GET /analytics", () => {
  single(get("/analytics"), 200);
  shows(get("/analytics"), data, fields.ANALYTICS);
  describe("each day of dailyBreakdown", () => {
    shows(get("/analytics"), (body) => body.data.dailyBreakdown[0], fields.DAY);
  });
  it.each([7, 30, 90])("period takes %id", async (days) => {
    const { body } = await world.api.get(`/analytics?period=${days}d`);
    expect(body.data.dailyBreakdown).toHaveLength(days);
    expect(body.data.totalRuns).toBe(7);
  });
});

describe("GET /audit", () => {
  list("/audit");
  shows(get("/audit"), firstOf, fields.AUDIT_ENTRY);
  limit("/audit", 50);
  it("names actions with dots, such as flow.created", async () => {
    const { body } = await world.api.get("/audit?limit=200");
    expect(body.data.map(({ action }: { action: string }) => action)).toContain("flow.created");
  });
});

describe("GET /activity", () => {
  list("/activity");
  shows(get("/activity"), firstOf, fields.ACTIVITY_ENTRY);
  limit("/activity", 20);
  it("names types with dots, such as run.completed", async () => {
    const { body } = await world.api.get("/activity?limit=200");
    expect(body.data.map(({ type }: { type: string }) => type)).toContain("run.completed");
  });
});

describe("POST /checkout", () => {
  const read = once(() => world.api.post("/checkout", { plan: "pro", interval: "month" }));
  shows(read, bare, fields.CHECKOUT);
});

describe("POST /email", () => {
  const body = { to: "reader@example.com", subject: "Hello", template: "welcome", data: {} };
  shows(
    once(() => world.api.post("/email", body)),
    bare,
    fields.EMAIL,
  );
});

describe("GET /health", () => {
  const read = () => apiAs(null).get("/health");
  shows(read, bare, fields.HEALTH);
  describe("services", () => {
    shows(read, ({ services }) => services, fields.SERVICES);
  });
  it("is healthy, with its services up, and needs no key", async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "healthy",
      services: { api: "up", database: "up", scraping_engine: "up" },
    });
  });
});

describe("POST /screenshot", () => {
  const read = once(() =>
    world.api.post("/screenshot", { url: `${world.pages.url}/books`, fullPage: true, width: 800 }),
  );
  single(read, 200);
  shows(read, data, fields.SCREENSHOT);
});

describe("POST /tickets", () => {
  single(() => world.made.ticket, 201);
  shows(() => world.made.ticket, data, fields.TICKET_CREATED);
  it("takes subject, description, type, priority, flowId and screenshot, a data URI of a PNG", async () => {
    const ticket = { subject: "All", description: "Of it", type: "bug", priority: "high" };
    const { status } = await world.api.post("/tickets", { ...ticket, flowId: world.flowId, screenshot: PNG });
    expect(status).toBe(201);
  });
});

describe("GET /webhooks", () => {
  list("/webhooks");
  shows(get("/webhooks"), firstOf, fields.WEBHOOK);
  it("does not return the secret", async () => {
    const { body } = await world.api.get("/webhooks");
    expect(JSON.stringify(body)).not.toContain("a-secret-of-our-own-making");
  });
});

describe("POST /webhooks", () => {
  single(() => world.made.webhook, 201);
  shows(() => world.made.webhook, data, fields.WEBHOOK);
  it("makes an active webhook for run.completed, run.failed and alert.created", () => {
    const { events, active } = world.made.webhook.body.data;
    expect(events).toEqual(["run.completed", "run.failed", "alert.created"]);
    expect(active).toBe(true);
  });
});

describe("Identifiers", () => {
  it.each([
    ["flow-", "/flows"],
    ["run-", "/runs"],
    ["key-", "/keys"],
    ["alert-", "/alerts"],
    ["audit-", "/audit"],
    ["act-", "/activity"],
    ["wh-", "/webhooks"],
    ["ticket-", "/tickets"],
  ])("are strings of the prefix %s and a numeric suffix in GET %s", async (prefix, path) => {
    const { body } = await world.api.get(path);
    expect(body.data.length).toBeGreaterThan(0);
    for (const { id } of body.data) expect(id).toMatch(new RegExp(`^${prefix}\\d+$`));
  });
});

describe("Authentication", () => {
  it("asks for the header X-API-Key on every request but GET /health", async () => {
    for (const path of [
      "/flows",
      "/runs",
      "/keys",
      "/alerts",
      "/analytics",
      "/audit",
      "/activity",
      "/webhooks",
    ])
      expect((await apiAs(null).get(path)).status).toBe(401);
  });
  it("shows webhooks and activity of the authenticated user alone", async () => {
    const other = await newAccount();
    for (const path of ["/webhooks", "/activity"])
      expect((await other.get(path)).body).toEqual({ data: [], total: 0 });
  });
});
