import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { PNG } from "pngjs";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

/** A page with an opening time, a part that differs with each visit, and what moves by itself. */
const page = (
  time: string,
  visit: number | null,
): string => `<!doctype html><html lang="en"><title>Hotel</title>
<style>body{margin:0;font:16px sans-serif}#clock{width:200px;height:40px}@keyframes turn{to{transform:rotate(1turn)}}
#wheel{width:40px;height:40px;background:linear-gradient(red,blue);animation:turn 1s linear infinite}
#late{opacity:0;animation:show 2s forwards}@keyframes show{to{opacity:1}}p{margin:20px;height:60px}</style>
<main><h1>House rules</h1><p id="times">Check-in <b>${time}</b></p><div id="wheel"></div><p id="late">Breakfast until ten</p>
${visit === null ? "" : `<div id="clock" style="background:hsl(${(visit * 77) % 360} 80% 50%)"></div>`}</main>`;

let time = "14:00";
let server: PageServer;
let account: Api;
beforeAll(async () => {
  server = await startPageServer({
    "/rules": () => ({ body: page(time, null) }),
    "/visits": (visit) => ({ body: page(time, visit) }),
    "/long": { body: `<title>Long</title><div style="height:20000px;background:linear-gradient(red,blue)">` },
    // Of other colours at each visit: two moments of one visit may be alike by chance.
    "/restless": (visit) => ({
      body: `<title>Restless</title><body><script>setInterval(() => { document.body.style.background = "hsl(" + (${(visit % 2) * 180} + Math.random() * 60) + " 90% 50%)" }, 50)</script>`,
    }),
  });
  account = await newAccount();
});
afterAll(() => server.stop());

const watch = async (where: object, monitor: object = {}): Promise<string> => {
  const { status, body } = await account.post("/flows", {
    name: "Rules",
    mode: "monitor",
    monitor: { watch: "picture", ...monitor },
    ...where,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data.id;
};
const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
const records = async (flowId: string) => (await account.get(`/flows/${flowId}/records`)).body.data;
const changes = async (flowId: string, noise = false) =>
  (await account.get(`/flows/${flowId}/changes${noise ? "?noise=true" : ""}`)).body.data;
const logOf = ({ logs }: { logs: { message: string }[] }) => logs.map(({ message }) => message).join("\n");
const picture = async (url: string): Promise<PNG> => {
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  return PNG.sync.read(Buffer.from(await response.arrayBuffer()));
};

describe("a screenshot monitor", () => {
  it("needs a URL only: it reports a baseline, then no change, then what changed in numbers, areas and images", async () => {
    time = "14:00";
    const flowId = await watch({ url: `${server.url}/rules` }, { conditions: ["changed pixels < 2%"] });
    const first = await run(flowId);
    expect(logOf(first)).toContain("Saved as the baseline: 1 record.");
    expect(first).toMatchObject({ status: "completed", itemsExtracted: 1, screenshots: [{ width: 1280 }] });
    const [baseline] = await records(flowId);
    expect(baseline.record).toMatchObject({ url: `${server.url}/rules`, title: "Hotel", width: 1280 });
    expect((await picture(baseline.pictureUrl)).width).toBe(1280);

    expect(logOf(await run(flowId))).toContain("Nothing has changed since");
    expect(await changes(flowId, true)).toEqual([]);

    time = "16:00";
    await run(flowId);
    const [change] = await changes(flowId);
    expect(change).toMatchObject({
      changed: 1,
      severity: "info",
      title: expect.stringMatching(/^Picture of Hotel changed: 0\.0\d+ % of the pixels, in 1 place$/),
      noise: { differences: 0 },
    });
    const { previous, current, picture: diff } = change.records[0].fields.picture;
    expect(previous).toBe(baseline.record.picture);
    expect(current).toMatch(/^[0-9a-f]{64}$/);
    expect(diff).toMatchObject({ areasOmitted: 0, areas: [expect.anything()] });
    const [before, now, difference] = await Promise.all(
      [diff.previousUrl, diff.currentUrl, diff.differenceUrl].map(picture),
    );
    expect([before?.height, now?.height, difference?.height]).toEqual([
      diff.height,
      diff.height,
      diff.height,
    ]);
    const { key } = baseline;
    const history = (await account.get(`/flows/${flowId}/records/${key}/history`)).body.data;
    expect(history[0].fields.picture.picture.differenceUrl).toContain("/files/");
  });

  it("reads its page twice at first, and ignores what differs between the two", async () => {
    time = "14:00";
    const flowId = await watch({ url: `${server.url}/visits` });
    await run(flowId);
    const second = await run(flowId);
    expect(logOf(second)).toContain("1 difference taken for noise (1 reads)");
    expect(await changes(flowId)).toEqual([]);
    const [quiet] = await changes(flowId, true);
    expect(quiet.noise.records[0].fields.picture).toMatchObject({ noise: "reads", picture: { areas: [{}] } });
    time = "16:00";
    await run(flowId);
    expect(await changes(flowId)).toMatchObject([{ changed: 1 }]);
  });

  it("compares one element, without ignored elements and areas", async () => {
    time = "14:00";
    const steps = [{ type: "extract", as: "picture", selector: "main" }];
    const ignoreAreas = [{ selector: "#times b" }, { x: 0, y: 0, width: 5, height: 5 }];
    const flowId = await watch({ url: `${server.url}/rules`, steps }, { ignoreAreas });
    await run(flowId);
    expect((await records(flowId))[0].record.ignored).toHaveLength(1);
    time = "16:00";
    await run(flowId);
    expect(await changes(flowId, true)).toEqual([]);
  });

  it("fails and keeps its baseline when the selector matches nothing", async () => {
    time = "14:00";
    const steps = [{ type: "extract", as: "picture", selector: "#times" }];
    const flowId = await watch({ url: `${server.url}/rules`, steps });
    await run(flowId);
    const [baseline] = await records(flowId);
    await account.put(`/flows/${flowId}`, {
      steps: [{ type: "extract", as: "picture", selector: "#hours" }],
    });
    const broken = await run(flowId);
    expect(broken).toMatchObject({
      status: "failed",
      error: { code: "selector-broken", message: expect.stringContaining("matches `#hours`") },
    });
    expect((await records(flowId))[0].record).toEqual(baseline.record);
  });

  it("cuts a page of 20,000 pixels and says so, and captures an animated page at one moment", async () => {
    const long = await run(await watch({ url: `${server.url}/long` }));
    expect(long.outputPreview).toMatchObject([{ width: 1280, height: 16_384 }]);
    expect(logOf(long)).toContain("the picture shows 1280 × 16384 pixels of 1280 × 20016");
    const restless = await run(await watch({ url: `${server.url}/restless` }));
    expect(restless.status).toBe("completed");
    expect(logOf(restless)).toContain("keeps changing by itself");
    expect(logOf(restless)).toContain("seconds apart, differ in 100 % of their pixels");
  });

  it.each([
    ["a flow without a browser", { render: "static" }, "render"],
    [
      "more pages than a run takes pictures of",
      { urls: Array.from({ length: 51 }, (_, n) => `https://shop.example/${n}`) },
      "urls",
    ],
    ["fields of a picture", { steps: [{ type: "extract", as: "picture", fields: ["title"] }] }, "steps"],
    [
      "selectors of no browser",
      { steps: [{ type: "extract", as: "picture", selector: "p:matches(x)" }] },
      "steps",
    ],
    [
      "pictures of linked pages",
      { steps: [{ type: "follow", selector: "a", steps: [{ type: "extract", as: "picture" }] }] },
      "steps",
    ],
  ])("refuses %s", async (_, flow, field) => {
    const { status, body } = await account.post("/flows", {
      name: "Rules",
      url: "https://shop.example/",
      mode: "monitor",
      monitor: { watch: "picture" },
      ...flow,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body.error.details)).toContain(field);
  });

  it("shows its first screenshot in a preview", async () => {
    const flow = {
      name: "Rules",
      url: `${server.url}/rules`,
      mode: "monitor",
      monitor: { watch: "picture" },
    };
    const { body } = await account.post("/previews", { flow });
    let preview = body.data;
    while (preview.finishedAt === null) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      preview = (await account.get(`/previews/${preview.id}`)).body.data;
    }
    expect(preview).toMatchObject({ status: "completed", items: [{ title: "Hotel" }], screenshots: [{}] });
  });
});
