import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { environmentFor } from "../../../bench/environment.ts";
import { measureLife, type RunLife } from "../../../scripts/capacity/run.ts";
import { priceLife } from "../../../scripts/price/life.ts";
import { withEngine } from "../../../src/runtime/deps/engine/engine.ts";
import { type PageServer, startPageServer } from "../../helpers/pageServer.ts";

/** AWS's prices of a million units, November 2026. */
const READS = 0.125 / 1e6;
const WRITES = 0.625 / 1e6;
/** So far may a price be from what the table measures. */
const NEAR = 0.1;
const ITEMS = 20;

let site: PageServer;
beforeAll(async () => {
  const items = Array.from({ length: ITEMS }, (_, n) => `<li><h2>Book ${n}</h2><b>$${n}.50</b></li>`);
  site = await startPageServer({ "/books": { body: `<title>Books</title><ul>${items.join("")}</ul>` } });
  Object.assign(process.env, environmentFor([`127.0.0.1:${site.port}`]));
});
afterAll(() => site.stop());

const unitsOf = (life: RunLife) => {
  const parts = [life.request, life.execution, life.event, life.expiry];
  const sum = (kind: "read" | "write") => parts.reduce((all, part) => all + part[kind], 0);
  return { read: sum("read"), write: sum("write") };
};

it("the price of a run is close to what the table measures", async () => {
  for (const pages of [1, 50]) {
    const life = await measureLife(pages, 500);
    const { read, write } = unitsOf(life);
    const { table } = priceLife({ breakdown: { compute: 0, table: 0, objects: 0, queue: 0 } }, life);
    const measured = read * READS + write * WRITES;
    expect(table).toBeGreaterThan(measured);
    expect(table).toBeLessThan((1 + NEAR) * measured);
  }
});

it("the price uses pages of the size that the engine opens", async () => {
  const flow = {
    url: `${site.url}/books`,
    steps: [{ type: "extract", selector: "li", fields: ["title: h2", "price: b"] }],
  };
  const made = unitsOf(await measureLife(1, 500));
  const opened = unitsOf(await measureLife(1, 500, 1, { engine: withEngine().engine, flow }));
  expect(opened.write).toBeGreaterThan((1 - NEAR) * made.write);
  expect(opened.write).toBeLessThan((1 + NEAR) * made.write);
});
