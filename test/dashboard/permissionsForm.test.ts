import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

/** A site whose only page may not be used to train models. */
let site: PageServer;
beforeAll(async () => {
  site = await startPageServer({
    "/kettle": {
      headers: { "content-signal": "search=yes, ai-train=no" },
      body: "<html><head><title>Kettle</title></head><body><main><h1>Oak kettle</h1></main></body></html>",
    },
  });
});
afterAll(() => site.stop());

describe("the uses that a flow's pages may reserve", () => {
  it("are recorded at first, and are obeyed once the flow's form says which", async () => {
    const { client, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Kettles",
      url: `${site.url}/kettle`,
      mode: "extract",
      render: "static",
      steps: [{ type: "extract", fields: ["title: h1"] }],
    });
    const run = async () => {
      const { id: runId } = await client.createRun({ flowId: id });
      return until(
        () => client.getRun(runId),
        ({ status }) => status !== "queued" && status !== "running",
        120_000,
      );
    };
    expect(await run()).toMatchObject({ status: "completed", itemsExtracted: 1 });

    await signInAt(`/flows/${id}/edit`);
    await tab.turnTo("Advanced");
    await tab.see("Content-Signal, RSL, noai and TDM reservation.");
    await tab.choose("Reserved uses", "obey");
    await tab.see("Used to train AI models");
    await tab.push("Read by AI models");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("permissions-form");
    await tab.push("Save");
    await tab.push("Overview");
    await tab.see("skips pages that reserve ai-input, ai-train");
    expect(await client.getFlow(id)).toMatchObject({ permissions: { obey: ["ai-input", "ai-train"] } });
    expect(await run()).toMatchObject({ status: "failed", error: { code: "use-reserved" } });

    await tab.push("Edit");
    await tab.turnTo("Advanced");
    await tab.choose("Reserved uses", "record");
    await tab.push("Save");
    await tab.push("Overview");
    await tab.seeNoMore("skips pages that reserve");
    expect(await client.getFlow(id)).toMatchObject({ permissions: "record" });
  });
});
