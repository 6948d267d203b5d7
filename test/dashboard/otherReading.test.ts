import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { TOWN_NEWS } from "../helpers/townNews.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

describe("a page that can be read as one record or as a list", () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer({ "/news": { body: TOWN_NEWS } });
  });
  afterAll(() => server.stop());

  it("is shown with its other reading, which one click takes", async () => {
    const { client, signInAt, tab } = someone();
    const url = `${server.url}/news`;
    const { other } = await client.extract({ url });
    const isList = other?.records === "all";
    await signInAt("/flows/new");
    await tab.fill("URL", url);
    await tab.push("Build it by hand");
    await tab.fill("Name", "News");
    await tab.push("Preview");
    await tab.see("This page can also be read as");
    await tab.shoot("otherReading");
    expect(await findViolations(tab)).toEqual([]);
    await tab.push(isList ? "Read as a list" : "Read as one record");
    await tab.see(
      isList ? `${other.itemCount} records. Reads the page once.` : "1 record. Reads the page once.",
    );
    await tab.push("Create flow");
    await tab.see("Flow created as a draft.");
    const { data } = await client.listFlows();
    const flow = await client.getFlow(data[0]?.id ?? "");
    expect(flow.steps).toEqual([{ type: "extract", records: other?.records }]);
  });
});
