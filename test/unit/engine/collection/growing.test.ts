import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import {
  type CollectionPlan,
  collectNext,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { collect, createDeps, NAMES } from "./shop.ts";
import { planOf } from "./site.ts";

describe("a page that shows more than was sent", () => {
  const row = (name: string): string =>
    `<li><a href="/i/${name}">${name}</a> <b class="price">$3.00</b></li>`;
  const grows = `<ul>${["a", "b", "c", "d"].map(row).join("")}</ul><button>Load more</button>`;
  const detect: Step = { type: "paginate" };
  const planStill = (steps: Step[], render: "auto" | "static"): CollectionPlan => ({
    ...planOf(steps),
    render,
    outputSchema: { name: "string", price: "price" },
  });
  const firstBatch = (body: string, steps: Step[]) => {
    const plan = planStill(steps, "auto");
    return collectNext(createDeps({ "/": body }), plan, startCollection(plan));
  };

  it("is opened in a browser if a button extends its list and nothing leads to a next page", async () => {
    const { needsBrowser, logs } = await firstBatch(grows, [NAMES, detect]);
    expect(needsBrowser).toBe(true);
    expect(logs.at(-1)?.message).toBe("steps[1] works on a page that grows: the run continues in a browser.");
  });

  it("is read as it is without a browser, and the log says what was left out", async () => {
    const { logs, items } = await collect({ "/": grows }, planStill([NAMES, detect], "static"));
    expect(items).toHaveLength(4);
    expect(logs).toContainEqual(
      expect.stringMatching(/^warn steps\[1\]: only a browser can press "Load more"/),
    );
  });

  it("may have a button that only shows more of a text: the log mentions it", async () => {
    const { logs } = await collect(
      { "/": grows.replace("Load", "Show") },
      planStill([NAMES, detect], "auto"),
    );
    expect(logs).toContainEqual(expect.stringContaining('only a browser can press "Show more"'));
  });

  it("is opened in a browser if it gives no more than its title before its scripts have run", async () => {
    const shell = `<title>Lamps</title><h1>Lamps</h1><ul></ul><script>fetch("/api").then(show)</script>`;
    const { needsBrowser } = await firstBatch(shell, [{ type: "extract" }]);
    expect(needsBrowser).toBe(true);
  });
});
