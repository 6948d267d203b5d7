import { describe, expect, it } from "@jest/globals";
import type { Element } from "domhandler";
import { findContent } from "../../../../../src/engine/extract/content/content.ts";
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { elementsBy } from "../../../../../src/engine/extract/page/tags.ts";
import { chooseRecords } from "../../../../../src/engine/extract/regions/choose.ts";
import { rateRegions } from "../../../../../src/engine/extract/regions/rate.ts";
import { DAILY, type Region } from "../../../../../src/engine/extract/regions/regions.ts";
import { groupEvents } from "../../../../../src/engine/extract/scorer/events/sameEvent.ts";
import { pageOf } from "./helpers.ts";

/** Seconds of processor time: what else the machine does is not counted. */
const secondsOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const FEW = 500;
const MANY = 4000;
/** One list takes as long as short ones with as many records, or 8 times as long if each record is compared with each. */
const MOST_TIMES = 4;

/** How much longer one list takes than short ones with as many records, at best: what else runs can only add to it. */
const growthOf = (prepare: (count: number) => () => void): number => {
  const [short, long] = [prepare(FEW), prepare(MANY)];
  const shortOnes = (): void => {
    for (let count = 0; count < MANY; count += FEW) short();
  };
  const best = (work: () => void): number => Math.min(...[1, 2, 3].map(() => secondsOf(work)));
  return best(long) / best(shortOnes);
};

const itemsOf = (count: number, say: (at: number) => string) => {
  const items = Array.from({ length: count }, (_, at) => `<li>${say(at)}</li>`).join("");
  const page = parseDocument(pageOf(`<main><ul>${items}</ul></main>`), { url: "https://town.example/" });
  return { page, records: elementsBy(page.root, "tag", "li") };
};
const CONTEXT = { language: "en", now: Date.UTC(2026, 10, 27), dayFirst: false };

describe("a date with thousands of events", () => {
  it.each([
    ["names", (at: number) => `<a href="/e/${at}">Board x${at}y</a> Hall ${at}`],
    ["pages and one name", (at: number) => `<a href="/e/${at}">Zoning Board</a> Hall`],
    ["pages and no name", (at: number) => `<a href="/e/${at}">${at % 30}</a>`],
  ])("is read in time linear in their number: different %s", (_, say) => {
    const growth = growthOf((count) => {
      const { records } = itemsOf(count, say);
      const days = records.map(() => "2026-12-03");
      return () => expect(groupEvents(records, days, CONTEXT)).toHaveLength(count);
    });
    expect(growth).toBeLessThan(MOST_TIMES);
  });

  it("merges the documents of each event, even with hundreds on one date", () => {
    const { records } = itemsOf(600, (at) => {
      const name = `Board x${at - (at % 2)}y`;
      return `<a href="/${at}.pdf">${name} ${at % 2 === 0 ? "Agenda" : "Minutes"}</a>`;
    });
    const groups = groupEvents(
      records,
      records.map(() => "2026-12-03"),
      CONTEXT,
    );
    expect(groups.slice(0, 2)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(groups).toHaveLength(300);
  });
});

describe("a list of thousands of days", () => {
  it("is completed with dates from elsewhere in time linear in their number", () => {
    const growth = growthOf((count) => {
      const { page, records } = itemsOf(count, (at) => `<a href="/e/${at}">Board ${at}</a> December 3`);
      const content = findContent(page);
      const region = (own: readonly Element[], path: string): Region => ({
        records: own,
        score: 1,
        share: 1,
        leads: true,
        holds: false,
        path,
      });
      const half = records.slice(0, count / 2);
      const [main, daily] = rateRegions([region(half, "li"), region(records, DAILY)]);
      if (!main || !daily) throw new Error("The regions were not rated");
      return () => expect(chooseRecords([main, daily], content, true)).toHaveLength(count);
    });
    expect(growth).toBeLessThan(MOST_TIMES);
  });
});
