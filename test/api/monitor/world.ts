/** A shop whose products change, and flows that watch it. */
import { afterAll, beforeAll, beforeEach, expect } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../../helpers/api.ts";
import { type PageServer, startPageServer } from "../../helpers/pageServer.ts";

export interface Product {
  readonly id: string;
  readonly title: string;
  readonly price: string;
  readonly stock: string;
}

export const LAMP: Product = { id: "lamp", title: "Lamp", price: "£20.00", stock: "In stock" };

export const CHAIR: Product = { id: "chair", title: "Chair", price: "£50.00", stock: "Out of stock" };

export const TABLE: Product = { id: "table", title: "Table", price: "£90.00", stock: "In stock" };

/** What the shop shows now; null: it answers 503. */
export const shop: { shown: readonly Product[] | null; visits: number; checkIn: string } = {
  shown: null,
  visits: 0,
  checkIn: "14:00",
};

const hotel = (): string =>
  `<html><head><title>Hotel</title></head><body><main><h1>Hotel</h1>${Array.from(
    { length: 12 },
    (_, n) =>
      `<p>Room ${n + 1} has a large bed, a desk, a balcony over the lake and a bath with a window.</p>`,
  ).join(
    "",
  )}<p>Our standard check-in is from ${shop.checkIn} every day, also on Sundays and holidays.</p></main></body></html>`;

const page = (products: readonly Product[]): string => {
  shop.visits += 1;
  const rows = products.map(
    ({ id, title, price, stock }) =>
      `<li class="p" data-id="${id}"><a href="/p/${id}?sid=${shop.visits}">${title}</a><b>${price}</b><i>${stock}</i>
       <em>${shop.visits * 17} views, seen ${shop.visits} minutes ago</em></li>`,
  );
  return `<html><body><ul>${rows.join("")}</ul></body></html>`;
};

export let server: PageServer;
export let account: Api;

export const monitor = async (options: object = {}, over: object = {}): Promise<string> => {
  const { status, body } = await account.post("/flows", {
    name: "Shop",
    url: `${server.url}/shop`,
    mode: "monitor",
    steps: [
      {
        type: "extract",
        selector: "li.p",
        fields: ["id: @data-id", "title: a", "url: a@href", "price: b", "stock: i", "note: em"],
      },
    ],
    outputSchema: { price: "price" },
    monitor: options,
    ...over,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data.id;
};

export const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);

export const changesOf = async (flowId: string) => (await account.get(`/flows/${flowId}/changes`)).body;

export const alertsOf = async (flowId: string, type = "change_detected") =>
  (await account.get("/alerts?limit=200")).body.data.filter(
    (alert: Record<string, string>) => alert.flowId === flowId && alert.type === type,
  );

export const useShop = (): void => {
  beforeAll(async () => {
    const serve = () => (shop.shown ? { body: page(shop.shown) } : { status: 404, body: "gone" });
    const more = () => ({
      body: page(shop.shown ?? []).replace("</body>", '<a class="next" href="/news/2">Next</a></body>'),
    });
    server = await startPageServer({ "/shop": serve, "/hotel": () => ({ body: hotel() }), "/news": more });
    account = await newAccount();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    shop.shown = [LAMP, CHAIR];
  });
};
