import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { PRODUCTS } from "../../local/demo-site/catalogue.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";

let shop: DemoSite;
let account: Api;
beforeAll(async () => {
  shop = await listenOnReserved((port) => startDemoSite({ port }));
  account = await newAccount();
});
afterAll(() => shop.stop());

const run = async (flow: object) => {
  const flowId = (await account.post("/flows", { name: "Shop", ...flow })).body.data.id;
  return endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
};

describe("a run", () => {
  it("switches to a browser, and says so, when scripts render its page", async () => {
    const done = await run({
      url: `${shop.url}/new-arrivals`,
      mode: "extract",
      steps: [
        { type: "extract", selector: "article.product-card", fields: ["name: h3 a", "sku: @data-sku"] },
      ],
    });
    expect(done).toMatchObject({ status: "completed", itemsExtracted: 24 });
    const last = PRODUCTS.slice(1_000 - 24).map(({ sku }) => sku);
    expect(done.outputPreview.map(({ sku }: { sku: string }) => sku)).toEqual(last.slice(0, 10));
    const messages: string[] = done.logs.map(({ message }: { message: string }) => message);
    const moved = messages.findIndex((message) =>
      /new-arrivals is rendered by its scripts: the run continues in a browser\.$/.test(message),
    );
    const opened = messages.findIndex((message) => /^Opened .*new-arrivals \(200\)/.test(message));
    const extracted = messages.findIndex((message) =>
      /24 records extracted from .* in \d+ ms$/.test(message),
    );
    expect([moved >= 0, opened > moved || opened >= 0, extracted > moved]).toEqual([true, true, true]);
  });

  it("that fails on a live page keeps a screenshot of the moment of failure", async () => {
    const done = await run({
      url: `${shop.url}/login`,
      mode: "interact",
      steps: [{ type: "assert", label: "inside", selector: ".greeting", message: "Not in.", timeoutMs: 500 }],
    });
    expect(done).toMatchObject({ status: "failed", error: { message: "Not in.", step: "inside" } });
    expect(done.screenshots).toMatchObject([{ step: "inside", url: `${shop.url}/login`, isFailure: true }]);
    expect((await fetch(done.screenshots[0].screenshotUrl)).status).toBe(200);
  });

  const shots = async (paths: readonly string[]) => {
    const flow = {
      name: "Pages",
      url: `${shop.url}/`,
      mode: "interact",
      steps: [{ type: "screenshot" }, { type: "extract", fields: ["title: title"] }],
    };
    const flowId = (await account.post("/flows", flow)).body.data.id;
    const urls = paths.map((path) => shop.url + path);
    return (await account.post("/runs", { flowId, urls })).body.data.id;
  };

  it("keeps the outcome of each URL of a list, with the rights of a browser's worker", async () => {
    const done = await endOfRun(account, await shots(["/", "/login", "/gone"]));
    expect(done).toMatchObject({
      status: "completed",
      itemsExtracted: 2,
      pages: { completed: 2, failed: 1, skipped: 0 },
    });
  });

  it("passes its slot on to the runs that wait for one", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => shots(["/", "/login"])));
    const done = await Promise.all(ids.map((id) => endOfRun(account, id)));
    expect(done.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
  });
});
