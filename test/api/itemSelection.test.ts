/** Items of a run, searched, filtered and sorted over all rows. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const COUNT = 230;
const WOODS = ["Oak", "Ash", "Elm"];
const nameOf = (index: number): string => `${WOODS[index % 3]} lamp ${index}`;
// Every tenth has no price.
const priceOf = (index: number): number | null => (index % 10 === 0 ? null : (index * 37) % 101);

let account: Api;
let pages: PageServer;
let runId: string;
beforeAll(async () => {
  account = await newAccount();
  const rows = Array.from(
    { length: COUNT },
    (_, index) =>
      `<li><b>${nameOf(index)}</b><i>${priceOf(index) === null ? "" : `€${priceOf(index)}.00`}</i></li>`,
  );
  pages = await startPageServer({
    "/list": { body: `<ul>${rows.join("")}</ul>` },
  });
  const flow = await account.post("/flows", {
    name: "Lamps",
    url: `${pages.url}/list`,
    mode: "extract",
    steps: [{ type: "extract", selector: "li", fields: ["name: b", "price: i"] }],
    outputSchema: { name: "string", price: "price" },
  });
  const run = await endOfRun(
    account,
    (await account.post("/runs", { flowId: flow.body.data.id })).body.data.id,
  );
  runId = run.id;
});
afterAll(() => pages.stop());

interface Row {
  readonly name: string;
  readonly price: number | null;
}

const ask = async (query: Record<string, string>) => {
  const { status, body } = await account.get(`/runs/${runId}/items?${new URLSearchParams(query)}`);
  return { status, body };
};

/** All pages of a selection. */
const readAll = async (query: Record<string, string>): Promise<{ rows: Row[]; totals: number[] }> => {
  const rows: Row[] = [];
  const totals: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await ask({ limit: "40", ...query, ...(cursor && { cursor }) });
    rows.push(...body.data);
    totals.push(body.total);
    cursor = body.nextCursor;
  } while (cursor);
  return { rows, totals };
};

const ALL: Row[] = Array.from({ length: COUNT }, (_, index) => ({
  name: nameOf(index),
  price: priceOf(index),
}));

describe("GET /runs/{id}/items", () => {
  it("sorts all rows, in both directions, with missing values last", async () => {
    for (const [sort, sign] of [
      ["price", 1],
      ["-price", -1],
    ] as const) {
      const { rows, totals } = await readAll({ sort });
      expect(new Set(totals)).toEqual(new Set([COUNT]));
      expect(rows.map(({ name }) => name).sort()).toEqual(ALL.map(({ name }) => name).sort());
      const prices = rows.map(({ price }) => price);
      const known = ALL.flatMap(({ price }) => price ?? []).sort((left, right) => sign * (left - right));
      expect(prices.slice(0, known.length)).toEqual(known);
      expect(prices.slice(known.length).every((price) => price === null)).toBe(true);
    }
  });

  it("sorts numbers inside text by value", async () => {
    const { rows } = await readAll({ sort: "name" });
    expect(rows[0]?.name).toBe("Ash lamp 1");
    expect(rows[1]?.name).toBe("Ash lamp 4");
  });

  it.each([
    [{ q: "OAK lamp" }, ({ name }: Row) => name.startsWith("Oak")],
    [{ where: "price < 20" }, ({ price }: Row) => price !== null && price < 20],
    [
      { where: 'price >= 20 and name contains "elm"' },
      ({ name, price }: Row) => price !== null && price >= 20 && name.startsWith("Elm"),
    ],
    [{ where: 'name = "oak lamp 3"' }, ({ name }: Row) => name === "Oak lamp 3"],
    [
      { q: "ash", where: "price > 50" },
      ({ name, price }: Row) => name.startsWith("Ash") && (price ?? 0) > 50,
    ],
    [{ q: "no such lamp" }, () => false],
  ])("filters by %j and counts the matches", async (query, isTaken) => {
    const { rows, totals } = await readAll(query);
    const expected = ALL.filter(isTaken);
    expect(rows).toEqual(expected);
    expect(new Set(totals)).toEqual(new Set([expected.length]));
  });

  it.each([
    ["price is low", "is not a condition"],
    ["price falls", "compares changes"],
    ["added", "compares changes"],
  ])("refuses the condition %j and says why", async (where, words) => {
    const { status, body } = await ask({ where });
    expect(status).toBe(400);
    expect(body.error.message).toContain(words);
  });

  it.each([
    ["sort", "prise"],
    ["sort", "price:desc"],
    ["sort", "-price,name"],
    ["where", "prise < 20"],
    ["where", 'name contains "oak" and constructor = 1'],
  ])("refuses %s=%s, whose field no item has, and names those that they have", async (parameter, text) => {
    const { status, body } = await ask({ [parameter]: text });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      { path: parameter, message: expect.stringMatching(/which no item has: use name, price$/) },
    ]);
  });

  it("refuses a cursor of another filter or order", async () => {
    const { body } = await ask({ sort: "price", limit: "10" });
    expect((await ask({ sort: "-price", limit: "10", cursor: body.nextCursor })).status).toBe(400);
  });
});

describe("GET /runs/{id}/export", () => {
  it("exports the filtered items in order, and returns their number", async () => {
    const query = new URLSearchParams({ format: "csv", q: "oak", where: "price > 50", sort: "-price" });
    const { body } = await account.get(`/runs/${runId}/export?${query}`);
    const lines = (await (await fetch(body.data.url)).text()).trim().split(/\r?\n/).slice(1);
    const expected = ALL.filter(({ name, price }) => name.startsWith("Oak") && (price ?? 0) > 50).sort(
      (left, right) => (right.price ?? 0) - (left.price ?? 0),
    );
    expect(body.data.itemCount).toBe(expected.length);
    expect(lines.map((line) => Number(line.split(",")[1]))).toEqual(expected.map(({ price }) => price));
    const whole = await account.get(`/runs/${runId}/export?format=csv`);
    expect(whole.body.data.itemCount).toBe(COUNT);
  });
});
