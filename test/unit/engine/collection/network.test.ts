import { expect, it } from "@jest/globals";
import {
  type CollectionPlan,
  collectNext,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { createEgress } from "../../../../src/engine/egress/index.ts";
import { createPageFetcher } from "../../../../src/engine/page/index.ts";
import { failureOf, startLoopback } from "../loopback.ts";

it("a collection reads public pages, and refuses a list that links to a private address", async () => {
  const server = await startLoopback((request, response) => {
    response.setHeader("content-type", "text/html");
    const item = '<li class="item"><b class="name">x</b><i class="price">1.299,00 €</i></li>';
    response.end(request.url === "/" ? `${item}<a rel="next" href="http://127.0.0.1:1/">next</a>` : "");
  });
  const egress = createEgress({ allowPrivate: [`127.0.0.1:${server.port}`] });
  const deps = {
    fetchPage: createPageFetcher({ egress, userAgent: "Gleaner/test" }),
    now: Date.now,
    signal: new AbortController().signal,
  };
  const url = `http://127.0.0.1:${server.port}/`;
  const plan: CollectionPlan = {
    url,
    mode: "extract",
    steps: [{ type: "extract", selector: ".item" }, { type: "paginate" }],
    outputSchema: { name: "string", price: "price" },
    limits: { maxPages: 10, maxItems: 10 },
  };
  const batch = await collectNext(deps, plan, startCollection(plan));
  expect(batch).toMatchObject({ items: [{ name: "x", price: 1299 }], pages: 1, done: false });
  expect(await failureOf(collectNext(deps, plan, batch.state))).toMatchObject({
    code: "target-refused",
    step: "steps[1]",
    retryable: false,
    message:
      "The service opens no connection to this address: it is not public, or its name cannot be resolved.",
  });
  await egress.close();
  await server.close();
});
