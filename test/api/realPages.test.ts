import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { readRealPage, realPagesMissing } from "../helpers/realPages.ts";
import { collectAll } from "./pages/collect.ts";
import { REAL_COLLECTIONS } from "./pages/realCollections.ts";
import { REAL_DETAILS } from "./pages/realDetails.ts";
import { REAL_LISTINGS } from "./pages/realListings.ts";

const CASES = [...REAL_LISTINGS, ...REAL_COLLECTIONS, ...REAL_DETAILS];
const CASE_TIMEOUT_MS = 60_000;

const missing = realPagesMissing();
const describeReal = missing === null ? describe : describe.skip;

/** The values were read off the pages by a person, never off what the service collected. */
describeReal(`real pages${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  let server: PageServer;

  beforeAll(async () => {
    const pages = CASES.map(({ id, flow }) => [flow.path, { body: readRealPage(id) }] as const);
    server = await startPageServer(Object.fromEntries(pages));
  });
  afterAll(() => server.stop());

  it.each(CASES)(
    "collects $what (page $id)",
    async ({ flow, count, items: expectedItems, columns = {}, filled = {} }) => {
      const { items, total } = await collectAll(server.url, flow);
      expect({ total, read: items.length }).toEqual({ total: count, read: count });
      for (const [position, expected] of Object.entries(expectedItems(server.url)))
        expect({ position, item: items.at(Number(position)) }).toEqual({ position, item: expected });
      for (const [field, expected] of Object.entries(columns))
        expect({ field, values: items.map((item) => item[field]) }).toEqual({ field, values: expected });
      for (const [field, expected] of Object.entries(filled))
        expect({ field, filled: items.filter((item) => item[field] !== null).length }).toEqual({
          field,
          filled: expected,
        });
    },
    CASE_TIMEOUT_MS,
  );
});
