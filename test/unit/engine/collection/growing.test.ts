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

  it.each([
    ["on which nobody can press it", "<button hidden>Load more</button>"],
    ["that is not shown", `<button style="display:none">Load more results</button>`],
    ["that is off", "<button disabled>Load more</button>"],
    ["of a template", "<template><button>Load more</button></template>"],
    ["of another list", "<section><h2>Customer reviews</h2><button>Load more</button></section>"],
    ["that is a link", `<a role="button" href="/more">Load more</a>`],
    ["of another part of the page", `<aside><a href="/?page=2">Load more</a></aside>`],
    ["that may lead to more of a text", `<a href="/?page=2">Show more</a>`],
    [
      "that submits a form",
      `<form action="/"><input type=hidden name=page value=2><button>Load more</button></form>`,
    ],
    ["of a menu", `<nav><a href="#">加载更多</a></nav>`],
    ["that may show more of a text", "<button>Show more</button>"],
    ["of a filter", "<aside><h3>Brand</h3><button>Show more</button></aside>"],
  ])("is read as it is, without a warning, if it has a button %s", async (_which, button) => {
    const { logs, items } = await collect(
      { "/": grows.replace("<button>Load more</button>", button) },
      planStill([NAMES, detect], "auto"),
    );
    expect(items).toHaveLength(4);
    expect(logs.filter((line) => line.startsWith("warn"))).toEqual([]);
  });

  it.each([
    ["an input", `<input type=submit value="Load more results">`],
    ["an icon", `<button aria-label="Load more results"><svg></svg></button>`],
    ["under a count", "<div><p>4 of 12 products</p><button>Load more results</button></div>"],
  ])("is read as it is without a browser, and the log names the button: %s", async (_which, button) => {
    const page = { "/": grows.replace("<button>Load more</button>", button) };
    const { logs, items } = await collect(page, planStill([NAMES, detect], "static"));
    expect(items).toHaveLength(4);
    expect(logs).toContainEqual(
      expect.stringMatching(
        /^warn steps\[1\]: the button "Load more results" on \S+ was not pressed: .* `render` is "static"$/,
      ),
    );
    expect((await firstBatch(page["/"], [NAMES, detect])).needsBrowser).toBe(true);
  });

  it("mentions buttons that may show more of a text at level debug", async () => {
    const { logs } = await collect(
      { "/": grows.replace("Load", "Show") },
      planStill([NAMES, detect], "auto"),
    );
    expect(logs).toContainEqual(
      expect.stringMatching(/^debug steps\[1\]: the button "Show more" .* was not pressed/),
    );
  });

  it("has a list, if one without selectors gives several records", async () => {
    const one = `<title>Lamp</title><h1>Lamp</h1><p>A lamp of oak.</p><button>Load more</button>`;
    expect((await firstBatch(one, [{ type: "extract" }, detect])).needsBrowser).not.toBe(true);
    expect((await firstBatch(grows, [{ type: "extract" }, detect])).needsBrowser).toBe(true);
  });

  it("is opened in a browser if it gives no more than its title before its scripts have run", async () => {
    const shell = `<title>Lamps</title><h1>Lamps</h1><ul></ul><script>fetch("/api").then(show)</script>`;
    const { needsBrowser } = await firstBatch(shell, [{ type: "extract" }]);
    expect(needsBrowser).toBe(true);
  });

  it("is read as it is if it says something of its own beyond its title", async () => {
    const small = `<title>Status</title><h1>Status</h1><p>All systems are up today.</p><script src="/analytics.js"></script>`;
    const plan = planStill([{ type: "extract" }], "auto");
    const { items } = await collect(
      { "/": small },
      { ...plan, outputSchema: { title: "string", description: "string" } },
    );
    expect(items).toMatchObject([{ title: "Status" }]);
  });
});
