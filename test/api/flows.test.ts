import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount } from "../helpers/api.ts";

const SHORTEST = { name: "Books", url: "https://shop.example/books", mode: "extract" };
const FULL = {
  ...SHORTEST,
  description: "All books",
  steps: [
    { type: "navigate" },
    { type: "extract", label: "books", selector: "article", fields: ["title: h3", "price: .price"] },
    { type: "paginate", selector: "a.next", maxPages: 5 },
  ],
  outputSchema: { title: "string", price: "number" },
  schedule: { cron: "0 6 * * *", timezone: "Europe/Paris" },
};

let api: Api;
beforeAll(async () => {
  api = await newAccount();
});

const create = async (flow: object = SHORTEST): Promise<string> => {
  const { status, body } = await api.post("/flows", flow);
  expect(status).toBe(201);
  return body.data.id;
};

describe("a flow", () => {
  it("is created as a draft from name, url and mode alone", async () => {
    const { status, body } = await api.post("/flows", SHORTEST);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^flow-\d+$/),
      name: "Books",
      status: "draft",
    });
    expect(Date.parse(body.data.createdAt)).toBeLessThanOrEqual(Date.now());
  });

  it("is shown as it was written, with its state", async () => {
    const id = await create(FULL);
    const { body } = await api.get(`/flows/${id}`);
    expect(body.data).toMatchObject({
      ...FULL,
      id,
      status: "draft",
      successRate: 0,
      totalRuns: 0,
      version: 1,
    });
  });

  it("can be PUT back exactly as GET returned it, without a change or a new version", async () => {
    const id = await create(FULL);
    const { data } = (await api.get(`/flows/${id}`)).body;
    const { status, body } = await api.put(`/flows/${id}`, data);
    expect({ status, body: body.data }).toMatchObject({ status: 200, body: { id, version: 1 } });
    expect((await api.get(`/flows/${id}`)).body.data).toEqual(data);
  });

  it("is changed only in the fields of the PUT: objects merge, null removes, lists are replaced", async () => {
    const id = await create(FULL);
    await api.put(`/flows/${id}`, {
      status: "active",
      description: null,
      outputSchema: { price: null, stock: "boolean" },
      steps: [{ type: "extract" }],
    });
    const { data } = (await api.get(`/flows/${id}`)).body;
    expect(data).toMatchObject({
      name: FULL.name,
      url: FULL.url,
      status: "active",
      description: "",
      outputSchema: { title: "string", stock: "boolean" },
      steps: [{ type: "extract" }],
    });
    expect(data.outputSchema).not.toHaveProperty("price");
  });

  it.each([
    ["request", { headers: { "X-Store": "vienna" } }],
    ["proxy", "{{secret.proxy}}"],
    ["documentPassword", "{{secret.password}}"],
    ["tags", ["shops"]],
    ["examples", [{ title: "Lamp" }]],
  ])("loses its %s with null", async (name, value) => {
    const account = await newAccount();
    const before = { name: "Books", url: "https://shop.example/", mode: "extract" };
    const { id } = (await account.post("/flows", { ...before, [name]: value })).body.data;
    expect((await account.get(`/flows/${id}`)).body.data).toMatchObject({ [name]: value });
    expect((await account.put(`/flows/${id}`, { [name]: null })).body.data.version).toBe(2);
    const left = (await account.get(`/flows/${id}`)).body.data;
    expect([left.version, left[name]]).toEqual([2, undefined]);
  });

  it("shows when it runs next once it is active with a schedule, and not while paused", async () => {
    const id = await create(FULL);
    const nextRunAt = async () => (await api.get(`/flows/${id}`)).body.data.nextRunAt;
    expect(await nextRunAt()).toBeNull();
    await api.put(`/flows/${id}`, { status: "active" });
    expect(new Date(await nextRunAt()).toISOString()).toMatch(/T0[45]:00:00\.000Z$/);
    await api.put(`/flows/${id}`, { status: "paused" });
    expect(await nextRunAt()).toBeNull();
  });

  it("keeps its schema as it is stored, and reads JSON Schema only in what is sent", async () => {
    const id = await create({
      ...SHORTEST,
      outputSchema: { vehicle: { type: { type: "string" } }, rooms: [{ type: "string" }] },
    });
    const stored = { vehicle: { type: "string" }, rooms: [{ type: "string" }] };
    const schemaAfter = async (patch: object) => {
      expect((await api.put(`/flows/${id}`, patch)).status).toBe(200);
      return (await api.get(`/flows/${id}`)).body.data.outputSchema;
    };
    expect(await schemaAfter({ name: "Cars" })).toEqual(stored);
    expect(await schemaAfter({ outputSchema: stored })).toEqual(stored);
    const tags = { type: "array", items: { type: "string" } };
    expect(await schemaAfter({ outputSchema: { tags } })).toEqual({ ...stored, tags: "string[]" });
    const whole = { type: "object", properties: { title: { type: "string" } } };
    expect(await schemaAfter({ outputSchema: whole })).toEqual({ title: "string" });
  });

  it("applies every one of many simultaneous merge patches", async () => {
    const id = await create({ ...SHORTEST, outputSchema: { title: "string" } });
    const names = Array.from({ length: 8 }, (_, i) => `field_${i}`);
    const answers = await Promise.all(
      names.map((name) => api.put(`/flows/${id}`, { outputSchema: { [name]: "string" } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { data } = (await api.get(`/flows/${id}`)).body;
    expect(Object.keys(data.outputSchema).sort()).toEqual([...names, "title"].sort());
    expect(data.version).toBe(1 + names.length);
  });

  it("is gone once deleted, and the message names it", async () => {
    const id = await create();
    const { status, body } = await api.remove(`/flows/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.stringContaining(id) } });
    expect((await api.get(`/flows/${id}`)).status).toBe(404);
    expect((await api.remove(`/flows/${id}`)).status).toBe(404);
  });
});

describe("a schedule", () => {
  it("changes from cron to every and back when only the new one is sent", async () => {
    const id = await create(FULL);
    const scheduleAfter = async (schedule: object) => {
      expect(await api.put(`/flows/${id}`, { schedule })).toMatchObject({ status: 200 });
      return (await api.get(`/flows/${id}`)).body.data.schedule;
    };
    expect(await scheduleAfter({ every: "6h" })).toEqual({ every: "6h" });
    expect(await scheduleAfter({ cron: "0 7 * * *" })).toEqual({ cron: "0 7 * * *", timezone: "UTC" });
    expect(await scheduleAfter({ timezone: "Asia/Tokyo" })).toEqual({
      cron: "0 7 * * *",
      timezone: "Asia/Tokyo",
    });
  });
});

describe("the list of flows", () => {
  it("is filtered by status and mode, paged, newest first, with an exact total", async () => {
    const account = await newAccount();
    const ids: string[] = [];
    for (const mode of ["extract", "monitor", "extract"]) {
      const { body } = await account.post("/flows", { ...SHORTEST, mode });
      ids.push(body.data.id);
    }
    await account.put(`/flows/${ids[0]}`, { status: "active" });
    const listed = async (query: string) => {
      const { body } = await account.get(`/flows${query}`);
      return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total };
    };
    expect(await listed("")).toEqual({ ids: [...ids].reverse(), total: 3 });
    expect(await listed("?mode=extract")).toEqual({ ids: [ids[2], ids[0]], total: 2 });
    expect(await listed("?status=active")).toEqual({ ids: [ids[0]], total: 1 });
    expect(await listed("?status=draft&mode=monitor")).toEqual({ ids: [ids[1]], total: 1 });
    expect(await listed("?status=paused")).toEqual({ ids: [], total: 0 });

    const first = await account.get("/flows?limit=2");
    expect(first.body.data).toHaveLength(2);
    const second = await account.get(`/flows?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ data: [{ id: ids[0] }], total: 3 });
    expect(second.body).not.toHaveProperty("nextCursor");
  });

  it("refuses a cursor of another query, of another account, or with a bit flipped", async () => {
    const [ours, theirs] = await Promise.all([newAccount(), newAccount()]);
    for (const account of [ours, theirs]) {
      for (let i = 0; i < 2; i += 1) await account.post("/flows", SHORTEST);
    }
    const { nextCursor } = (await ours.get("/flows?limit=1")).body;
    const flipped = (nextCursor.startsWith("A") ? "B" : "A") + nextCursor.slice(1);
    const refused = {
      status: 400,
      body: { error: { code: "invalid-request", details: [{ path: "cursor" }] } },
    };
    expect(await ours.get(`/flows?limit=1&mode=extract&cursor=${nextCursor}`)).toMatchObject(refused);
    expect(await theirs.get(`/flows?limit=1&cursor=${nextCursor}`)).toMatchObject(refused);
    expect(await ours.get(`/flows?limit=1&cursor=${flipped}`)).toMatchObject(refused);
    expect(await ours.get(`/flows?limit=1&cursor=${nextCursor}`)).toMatchObject({ status: 200 });
  });
});

describe("invalid input", () => {
  const bad: readonly [string, object, string][] = [
    ["a missing name", { url: SHORTEST.url, mode: "extract" }, "name"],
    ["an unknown field", { ...SHORTEST, colour: "red" }, "colour"],
    ["an unknown mode", { ...SHORTEST, mode: "guess" }, "mode"],
    ["a url that is none", { ...SHORTEST, url: "books" }, "url"],
    ["a file url", { ...SHORTEST, url: "file:///etc/passwd" }, "url"],
    ["an unknown step type", { ...SHORTEST, steps: [{ type: "evaluate" }] }, "steps[0].type"],
    [
      "an unknown step property",
      { ...SHORTEST, steps: [{ type: "extract", colour: "red" }] },
      "steps[0].colour",
    ],
    ["a broken selector", { ...SHORTEST, steps: [{ type: "extract", selector: "a[" }] }, "steps[0].selector"],
    [
      "a broken field",
      { ...SHORTEST, steps: [{ type: "extract", fields: ["title: h1", "1x: ("] }] },
      "steps[0].fields[1]",
    ],
    ["an unknown output type", { ...SHORTEST, outputSchema: { price: "money" } }, "outputSchema.price"],
    ["a broken cron", { ...SHORTEST, schedule: { cron: "99 * * * *" } }, "schedule.cron"],
    ["a cron that is too frequent", { ...SHORTEST, schedule: { cron: "* * * * *" } }, "schedule.cron"],
    [
      "an unknown time zone",
      { ...SHORTEST, schedule: { cron: "0 6 * * *", timezone: "Europe/Atlantis" } },
      "schedule.timezone",
    ],
    [
      "a definition that is too large",
      {
        ...SHORTEST,
        steps: Array.from({ length: 50 }, () => ({
          type: "extract",
          fields: Array.from({ length: 40 }, (_, i) => `f${i}: ${"a ".repeat(200)}b`),
        })),
      },
      "",
    ],
    ["an interval of a minute", { ...SHORTEST, schedule: { every: "1m" } }, "schedule.every"],
  ];

  it.each(bad)("answers 400 with the path for %s, and creates nothing", async (_what, flow, path) => {
    const account = await newAccount("free");
    const { status, body } = await account.post("/flows", flow);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: "invalid-request" });
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
    expect((await account.get("/flows")).body.total).toBe(0);
  });

  it.each([
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]/",
    "http://2130706433/",
  ])("answers 422 for the private address %s, in the flow and in its steps", async (url) => {
    const refused = { status: 422, body: { error: { code: "target-refused" } } };
    expect(await api.post("/flows", { ...SHORTEST, url })).toMatchObject(refused);
    expect(await api.post("/flows", { ...SHORTEST, steps: [{ type: "navigate", url }] })).toMatchObject(
      refused,
    );
  });

  it("leaves a flow unchanged when a PUT is invalid", async () => {
    const id = await create();
    const { status, body } = await api.put(`/flows/${id}`, { name: "New", mode: "guess" });
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: "mode" });
    expect((await api.get(`/flows/${id}`)).body.data).toMatchObject({ name: "Books", version: 1 });
  });
});

describe("the limit parameter of a list", () => {
  it.each(["1e2", "0x10", "1.0", "5 ", "", "NaN", "0", "201", "-1", "٣"])(
    "is refused by name: %j",
    async (limit) => {
      const answer = await api.get(`/flows?limit=${encodeURIComponent(limit)}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: "invalid-request", details: [expect.objectContaining({ path: "limit" })] } },
      });
    },
  );

  it("is 50 by default", async () => {
    expect((await api.get("/flows?limit=200")).status).toBe(200);
    expect((await api.get("/flows")).status).toBe(200);
  });
});
