/** What a list of flows says of them: tags, the last run and its items. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client/index.ts";
import { freeName } from "../../client/names.ts";
import { type Api, endOfRun, newAccount, testService } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let account: Api;
let pages: PageServer;
beforeAll(async () => {
  account = await newAccount();
  pages = await startPageServer({
    "/list": { body: "<ul><li><b>Lamp one</b></li><li><b>Lamp two</b></li></ul>" },
  });
});
afterAll(() => pages.stop());

const create = async (name: string, more: object = {}): Promise<string> => {
  const flow = { name, url: `${pages.url}/list`, mode: "extract", ...more };
  return (await account.post("/flows", flow)).body.data.id;
};
const list = async (query = "") => (await account.get(`/flows?${query}`)).body.data as { id: string }[];

describe("tags of flows", () => {
  it("are saved, changed and searched, and filter the list regardless of case", async () => {
    const lamps = await create("Lamps", { tags: ["shop", "Daily"] });
    const chairs = await create("Chairs", { tags: ["shop"] });
    await create("News");
    expect((await account.get(`/flows/${lamps}`)).body.data.tags).toEqual(["shop", "Daily"]);
    expect((await list("tag=SHOP")).map(({ id }) => id)).toEqual([chairs, lamps]);
    expect((await list("tag=daily")).map(({ id }) => id)).toEqual([lamps]);
    expect((await list("q=daily")).map(({ id }) => id)).toEqual([lamps]);
    expect(await list("tag=none")).toEqual([]);
    await account.put(`/flows/${lamps}`, { tags: ["attic"] });
    expect((await list("tag=daily")).length).toBe(0);
    expect(await list("tag=attic")).toMatchObject([{ id: lamps, tags: ["attic"] }]);
  });

  it.each([[[""]], [["x".repeat(41)]], [Array.from({ length: 11 }, (_, at) => `t${at}`)]])(
    "are refused: %j",
    async (tags) => {
      const flow = { name: "Bad", url: `${pages.url}/list`, mode: "extract", tags };
      expect((await account.post("/flows", flow)).status).toBe(400);
    },
  );
});

describe("lastItemCount", () => {
  it("is the number of items of the last completed run, and survives an edit of the flow", async () => {
    const id = await create("Counted", { steps: [{ type: "extract", selector: "li", fields: ["name: b"] }] });
    expect((await account.get(`/flows/${id}`)).body.data.lastItemCount).toBeNull();
    await endOfRun(account, (await account.post("/runs", { flowId: id })).body.data.id);
    await account.put(`/flows/${id}`, { name: "Counted again" });
    expect((await account.get(`/flows/${id}`)).body.data.lastItemCount).toBe(2);
    expect((await list("q=counted"))[0]).toMatchObject({ lastItemCount: 2 });
  });
});

describe("a suggested flow name", () => {
  it("is the name itself, or the name with the first unused number", async () => {
    const client = createClient({ url: testService().url, apiKey: account.apiKey ?? "" });
    expect(await freeName(client, "Sofas")).toBe("Sofas");
    await create("sofas");
    expect(await freeName(client, "Sofas")).toBe("Sofas (2)");
    await create("Sofas (2)");
    expect(await freeName(client, "Sofas")).toBe("Sofas (3)");
  });
});
