import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { endOfRun, newAccount, testService } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const SCRIPT = "<script>alert(document.domain)</script>";

let pages: PageServer;
let account: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  pages = await startPageServer({
    "/": { body: `<title>Shop</title><p>one ${SCRIPT}</p><li>&lt;b&gt;</li>` },
  });
  account = await newAccount();
});
afterAll(() => pages.stop());

/** The target of a link of the service, and how it is served. */
const follow = async (link: string) => {
  const service = await fetch(link, { redirect: "manual" });
  const location = new URL(service.headers.get("location") ?? "", link);
  const file = await fetch(location);
  return { service, location, file, bytes: Buffer.from(await file.arrayBuffer()) };
};

describe("stored files", () => {
  it("serves a screenshot as a download from an origin other than the API's", async () => {
    const { status, body } = await account.post("/screenshot", { url: `${pages.url}/` });
    expect(status).toBe(200);
    const { service, location, file, bytes } = await follow(body.data.screenshotUrl);
    expect(service.status).toBe(303);
    expect(service.headers.get("x-content-type-options")).toBe("nosniff");
    expect(location.origin).not.toBe(new URL(body.data.screenshotUrl).origin);
    expect(file.headers.get("content-type")).toBe("image/png");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="screenshot.png"');
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  });

  it.each(["json", "ndjson", "csv"])("serves an export as %s in the same way", async (format) => {
    const flow = await account.post("/flows", {
      name: "Shop",
      url: `${pages.url}/`,
      mode: "extract",
      steps: [{ type: "extract", fields: ["html: p | html"] }],
    });
    expect(flow.status).toBe(201);
    const { id } = (await account.post("/runs", { flowId: flow.body.data.id })).body.data;
    expect(await endOfRun(account, id)).toMatchObject({ status: "completed", itemsExtracted: 1 });
    const answer = await account.get(`/runs/${id}/export?format=${format}`);
    const link = answer.body.data.url;
    expect(new URL(link).origin).not.toBe(new URL(testService().url).origin);
    const file = await fetch(link);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
    expect(file.headers.get("content-type")).not.toMatch(/html|xml|svg/);
    expect(await file.text()).toContain("alert(document.domain)");
  });
});
