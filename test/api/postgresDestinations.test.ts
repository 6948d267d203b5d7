/** Data of runs in a real PostgreSQL, through the whole service. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { listen, type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startPostgres, type TestPostgres, WHY_NO_POSTGRES } from "../helpers/postgres.ts";

const lamps = (...prices: readonly number[]) => ({
  body: `<ul>${prices.map((price, index) => `<li><b>Lamp ${index + 1}</b><i>£${price}</i></li>`).join("")}</ul>`,
});

let shown = lamps(10, 20, 30);
let server: TestPostgres;
let pages: PageServer;
beforeAll(async () => {
  if (WHY_NO_POSTGRES !== null) return;
  pages = await startPageServer({ "/lamps": () => shown });
  // One of the ports that the service may reach.
  const holder = createServer();
  const port = await listen(holder);
  await new Promise((done) => holder.close(done));
  server = await startPostgres(port);
}, 60_000);
afterAll(() => Promise.all([server?.stop(), pages?.stop()]));

const targetOf = (over: object = {}) => ({
  type: "postgres",
  host: "127.0.0.1",
  port: server.port,
  database: "postgres",
  user: "owner",
  password: server.password,
  table: "lamps",
  tls: "off",
  ...over,
});

const add = (account: Api, target: object, over: object = {}) =>
  account.post("/destinations", { name: "Shop database", target, content: "latest", ...over });

const runOnce = async (account: Api, flowId: string): Promise<void> => {
  const { id } = (await account.post("/runs", { flowId })).body.data;
  await endOfRun(account, id);
};

const settled = (account: Api, id: string, count: number) =>
  until(
    async () => (await account.get(`/destinations/${id}/deliveries`)).body.data,
    (list) => list.length === count && list.every(({ status }: { status: string }) => status !== "pending"),
  );

(WHY_NO_POSTGRES === null ? describe : describe.skip)("a destination of type postgres", () => {
  it("has a monitor's records as they are now, updated by their keys, and flags those that are gone", async () => {
    const account = await newAccount();
    const { body } = await account.post("/flows", {
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "monitor",
      steps: [{ type: "extract", selector: "li", fields: ["title: b", "price: i"] }],
      outputSchema: { title: "string", price: "price" },
      monitor: { key: ["title"] },
    });
    const { id } = (await add(account, targetOf())).body.data;
    expect((await account.post(`/destinations/${id}/test`)).body.data).toMatchObject({ succeeded: true });
    expect(await server.query("select to_regclass('lamps') as made")).toEqual([{ made: null }]);
    await runOnce(account, body.data.id);
    await settled(account, id, 1);
    expect(await server.query('select title, price, "priceCurrency" from lamps order by title')).toEqual([
      { title: "Lamp 1", price: 10, priceCurrency: "GBP" },
      { title: "Lamp 2", price: 20, priceCurrency: "GBP" },
      { title: "Lamp 3", price: 30, priceCurrency: "GBP" },
    ]);
    shown = lamps(10, 25);
    await runOnce(account, body.data.id);
    const deliveries = await settled(account, id, 2);
    expect(deliveries[0]).toMatchObject({ status: "succeeded", itemCount: 2, attempts: [{ error: null }] });
    expect(
      await server.query("select title, price, _removed_at is null as there from lamps order by title"),
    ).toEqual([
      { title: "Lamp 1", price: 10, there: true },
      { title: "Lamp 2", price: 25, there: true },
      { title: "Lamp 3", price: 30, there: false },
    ]);
    const replayed = `/destinations/${id}/deliveries/${deliveries[0].id}/replay`;
    expect((await account.post(replayed)).status).toBe(200);
    const again = await settled(account, id, 2);
    expect(again[0]).toMatchObject({ status: "succeeded", attempts: [{}, {}] });
    expect(await server.query("select run, row_count from lamps_runs order by run")).toMatchObject([
      { row_count: "3" },
      { row_count: "2" },
    ]);
  }, 120_000);

  it("never shows its password, keeps it for the same user alone, and says what a test is missing", async () => {
    const account = await newAccount();
    const made = (await add(account, targetOf({ database: "nowhere" }))).body.data;
    expect(made.target).toMatchObject({
      password: "…",
      host: "127.0.0.1",
      schema: "public",
      removed: "flag",
    });
    const { data: test } = (await account.post(`/destinations/${made.id}/test`)).body;
    expect(test).toMatchObject({
      succeeded: false,
      error: { code: "database-refused", message: expect.stringContaining("does not exist. Create it") },
    });
    const change = (target: object) =>
      account.put(`/destinations/${made.id}`, { target: { ...made.target, ...target } });
    expect((await change({ database: "postgres" })).status).toBe(200);
    expect((await account.post(`/destinations/${made.id}/test`)).body.data).toMatchObject({
      succeeded: true,
    });
    expect((await change({ host: "db.example.com" })).status).toBe(400);
    for (const path of ["/destinations", "/audit"])
      expect(JSON.stringify((await account.get(path)).body)).not.toContain(server.password);
  });

  it.each([
    [{ host: "10.0.0.1" }, 422],
    [{ host: "localhost" }, 422],
    [{ host: "db.example.com/x" }, 400],
    [{ table: 'x"; drop table y; --' }, 400],
    [{ password: "…" }, 400],
  ])("is refused with %j", async (over, status) => {
    const account = await newAccount();
    expect((await add(account, targetOf(over))).status).toBe(status);
  });

  it("is not sent to a public host without TLS", async () => {
    const account = await newAccount();
    const { id } = (await add(account, targetOf({ host: "198.51.100.7.example.com" }))).body.data;
    expect((await account.post(`/destinations/${id}/test`)).body.data.error).toMatchObject({
      code: "target-refused",
      message: expect.stringContaining("Without TLS"),
    });
  });
});
