import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { collectSite, planOf, type Site } from "./site.ts";

const LIST = '<li><a href="/a">a</a></li><li><a href="/b">b</a></li>';
const SITE: Site = { "/": LIST, "/a": "<h1>A</h1>", "/b": "<h1>B</h1>" };
const NAMES: Step = { type: "extract", selector: "li", fields: ["name: a"] };
const FOLLOW = {
  type: "follow",
  selector: "a",
  steps: [{ type: "extract", fields: ["full: h1"] }],
} as Step;

const gapsOf = async (site: Site, steps: readonly Step[], maxPages = 9) => {
  const { lacksRecords, lacksValues } = await collectSite(
    site,
    planOf(steps, { limits: { maxPages, maxItems: 9 } }),
  );
  return { lacksRecords, lacksValues };
};

describe("the gaps of a collection", () => {
  it("are none if everything was read", async () => {
    const none = { lacksRecords: false, lacksValues: false };
    expect(await gapsOf(SITE, [NAMES, FOLLOW])).toEqual(none);
    expect(await gapsOf(SITE, [NAMES, FOLLOW], 3)).toEqual(none);
  });

  it("are missing values if a page that adds to a record fails", async () => {
    const { "/a": _gone, ...rest } = SITE;
    expect(await gapsOf(rest, [NAMES, FOLLOW])).toEqual({ lacksRecords: false, lacksValues: true });
  });

  it("are missing values if a step's link limit or the run's page limit is reached", async () => {
    const values = { lacksRecords: false, lacksValues: true };
    expect(await gapsOf(SITE, [NAMES, { ...FOLLOW, limit: 1 } as Step])).toEqual(values);
    expect(await gapsOf(SITE, [NAMES, FOLLOW], 2)).toEqual(values);
  });

  it("are missing records if a page with its own records fails or is beyond a limit", async () => {
    const records = { lacksRecords: true, lacksValues: false };
    const { "/a": _gone, ...rest } = SITE;
    expect(await gapsOf(rest, [FOLLOW])).toEqual(records);
    expect(await gapsOf(SITE, [{ ...FOLLOW, limit: 1 } as Step])).toEqual(records);
    const paged = { ...SITE, "/": `${LIST}<a rel="next" href="/p2">next</a>`, "/p2": LIST };
    expect(await gapsOf(paged, [NAMES, { type: "paginate" }], 1)).toEqual(records);
  });

  it("are none if a list within a record is cut off", async () => {
    const steps = [
      NAMES,
      { ...FOLLOW, steps: [{ type: "extract", label: "tags", selector: "b", fields: ["n"], limit: 1 }] },
    ] as Step[];
    const tagged = { ...SITE, "/a": "<b>1</b><b>2</b>", "/b": "<b>3</b>" };
    expect(await gapsOf(tagged, steps)).toEqual({ lacksRecords: false, lacksValues: false });
  });
});
