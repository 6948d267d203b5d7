/** The service document, statement by statement: all else. docs/conformance.md is made from the titles. */
import { describe, expect, it } from "@jest/globals";
import { apiAs, newAccount } from "../../helpers/api.ts";
import * as fields from "./fields.ts";
import {
  bare,
  data,
  filter,
  firstOf,
  get,
  limit,
  list,
  once,
  PNG,
  shows,
  single,
  useWorld,
  world,
} from "./statements.ts";

useWorld();

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
