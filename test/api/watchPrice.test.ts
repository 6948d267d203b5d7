import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

interface Product {
  readonly name: string;
  /** Undefined: the shop shows none. */
  readonly price?: string | undefined;
  readonly stock: string;
}

const productPage = ({ name, price, stock }: Product): string =>
  `<html lang="en"><head><title>${name} – Shop</title></head><body><nav><a href="/">Home</a></nav><main>
   <h1>${name}</h1>${price === undefined ? "" : `<p class="price">${price}</p>`}<p class="stock">${stock}</p>
   <button>${stock === "In stock" ? "Add to basket" : "Notify me"}</button>
   <p>A kettle of oak and steel, made by hand, with a lid that fits and a handle that stays cool.</p>
   <h2>Others also bought</h2><ul><li><a href="/c">Pan</a> <span>€11.00</span></li><li><a href="/d">Jug</a> <span>€12.00</span></li>
   <li><a href="/e">Bowl</a> <span>€13.00</span></li></ul></main></body></html>`;

const ABOUT = "<html><title>About us</title><body><main><h1>About us</h1><p>We make kettles.</p></main>";

/** What each address shows; null: no product. */
const shop: Record<string, Product | null> = {
  "/oak": { name: "Oak Kettle", price: "€141.85", stock: "In stock" },
  "/tin": { name: "Tin Kettle", price: "€20.00", stock: "In stock" },
};

let server: PageServer;
let account: Api;
beforeAll(async () => {
  const products = Object.keys(shop).map(
    (path) => [path, () => ({ body: shop[path] ? productPage(shop[path]) : ABOUT })] as const,
  );
  server = await startPageServer({ ...Object.fromEntries(products), "/about": { body: ABOUT } });
  account = await newAccount();
});
afterAll(() => server.stop());

const watch = async (where: object, conditions: readonly string[] = []): Promise<string> => {
  const monitor = { watch: "price", ...(conditions.length > 0 && { conditions }) };
  const { status, body } = await account.post("/flows", {
    name: "Prices",
    mode: "monitor",
    monitor,
    ...where,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data.id;
};
const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
const readings = async (flowId: string) => (await account.get(`/flows/${flowId}/records`)).body.data;
const changes = async (flowId: string) => (await account.get(`/flows/${flowId}/changes`)).body.data;
const logOf = ({ logs }: { logs: { message: string }[] }) => logs.map(({ message }) => message).join("\n");

describe("a price monitor", () => {
  it("reads name, price, currency and availability of one URL, without steps", async () => {
    const flowId = await watch({ url: `${server.url}/oak` }, ["price falls"]);
    const first = await run(flowId);
    expect(first).toMatchObject({ status: "completed", itemsExtracted: 1, currencies: { price: "EUR" } });
    expect(logOf(first)).toMatch(
      /price from content, \d+ % certain; availability from content, \d+ % certain/,
    );
    expect(await readings(flowId)).toMatchObject([
      {
        record: {
          url: `${server.url}/oak`,
          name: "Oak Kettle",
          price: 141.85,
          currency: "EUR",
          availability: "InStock",
        },
        currencies: { price: "EUR" },
        since: expect.stringMatching(/^20\d\d-/),
      },
    ]);
    shop["/oak"] = { name: "Oak Kettle", price: "€120.00", stock: "In stock" };
    await run(flowId);
    expect(await changes(flowId)).toMatchObject([
      {
        changed: 1,
        severity: "info",
        records: [{ label: "Oak Kettle", fields: { price: { previous: 141.85, current: 120 } } }],
      },
    ]);
    // Sold out, and the shop shows no price any more: a change, and no broken selector.
    shop["/oak"] = { name: "Oak Kettle", stock: "Sold out" };
    expect(await run(flowId)).toMatchObject({ status: "completed" });
    const [latest] = await changes(flowId);
    expect(latest.records[0].fields).toMatchObject({
      price: { previous: 120, current: null },
      availability: { previous: "InStock", current: "OutOfStock" },
    });
  });

  it("reads a list of URLs, and warns about one without a product", async () => {
    const urls = ["/tin", "/about"].map((path) => server.url + path);
    const flowId = await watch({ url: urls[0], urls });
    const first = await run(flowId);
    expect(first.status).toBe("completed");
    expect(logOf(first)).toContain(`found neither a price nor an availability on ${urls[1]}`);
    expect(await readings(flowId)).toMatchObject([{ record: { name: "Tin Kettle", price: 20 } }]);
  });

  it("fails and keeps its baseline when the page no longer shows the product", async () => {
    const flowId = await watch({ url: `${server.url}/tin` });
    await run(flowId);
    const was = shop["/tin"];
    shop["/tin"] = null;
    const second = await run(flowId);
    shop["/tin"] = was ?? null;
    expect([second.status, second.error.code]).toEqual(["failed", "selector-broken"]);
    expect(await readings(flowId)).toMatchObject([{ record: { name: "Tin Kettle", price: 20 } }]);
  });
});
