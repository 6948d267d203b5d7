import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { Inspection } from "../../src/contract/extraction/inspections.ts";
import { readImageSize } from "../../src/engine/browser/imageSize.ts";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(180_000);

const page = (body: string, attributes = 'lang="en"'): string =>
  `<!doctype html><html ${attributes}><meta charset="utf-8"><title>Lamps</title><body style="margin:0">${body}</body></html>`;
const card = (name: string, price: string): string =>
  `<article class="card"><h2>${name}</h2><p class="price">${price}</p></article>`;
const NAMES = ["Oak Lamp", "Tin Lamp", "Glass Lamp", "Iron Lamp"];
const CARDS = NAMES.map((name, at) => card(name, `€1${at}.50`)).join("");

const FRAMED = page(
  `<h1>Lamps</h1><main>${CARDS}</main><iframe src="/inner" width="400" height="200"></iframe>
   <div id="host" style="height:50px"></div><script>document.getElementById("host").attachShadow({mode: "open"}).innerHTML = "<p>Price on request</p>"</script>`,
);
const COVERED = page(
  `<header style="position:sticky;top:0;height:40px;background:white"><a href="/">Lamp shop</a></header><main>${CARDS}</main><div style="height:2000px"></div>
   <div style="position:fixed;top:40px;left:0;width:1280px;height:700px;background:white"><p>Newsletter</p></div>`,
);
const ARABIC = page(
  `<main>${["مصباح خشبي", "مصباح نحاسي", "مصباح زجاجي"].map((name, at) => card(name, `${"١٢٣"[at]}٢٫٥٠ ر.س`)).join("")}</main>`,
  'lang="ar" dir="rtl"',
);
const MANY = page(
  `<style>.row { display: inline-block; width: 60px; height: 8px; overflow: hidden; font-size: 4px }</style>
   <main>${Array.from({ length: 12_500 }, (_, at) => `<div class="row"><b>Lamp ${at}</b><i>${at}.50</i><u>in stock</u></div>`).join("")}</main>`,
);
const TALL = page(
  `<main>${CARDS}</main><div style="height:20000px"></div><p id="last">The very last line</p>`,
);

describe("inspections of difficult pages", () => {
  let pages: PageServer;
  let api: Api;
  beforeAll(async () => {
    pages = await startPageServer({
      "/framed": { body: FRAMED },
      "/inner": { body: page("<p>Hidden in a frame</p>") },
      "/covered": { body: COVERED },
      "/arabic": { body: ARABIC },
      "/many": { body: MANY },
      "/tall": { body: TALL },
    });
    api = await newAccount();
  });
  afterAll(() => pages.stop());

  const inspect = async (path: string) => {
    const { status, body } = await api.post("/inspections", { url: `${pages.url}${path}` });
    expect({ isOk: status === 200 || status === 202, error: body.error }).toEqual({
      isOk: true,
      error: undefined,
    });
    // On a busy machine it may take longer than the request waits.
    const inspection = await until(
      async () => (await api.get(`/inspections/${body.data.id}`)).body.data as Inspection,
      ({ status: state }) => state !== "running",
      120_000,
    );
    const { page: shown } = inspection;
    if (!shown) throw new Error(`nothing is shown: ${inspection.error?.message}`);
    const element = (text: string) => shown.elements.find((each) => each.text === text);
    return { inspection, shown, element };
  };
  const pick = async (id: string, ...picks: object[]) => {
    const { status, body } = await api.post("/generate", { inspectionId: id, picks });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data;
  };

  it("report frames and shadow roots, whose content flows cannot read", async () => {
    const { shown, element } = await inspect("/framed");
    expect(shown.notes.join("\n")).toContain(`inspect ${pages.url}/inner`);
    expect(shown.notes.join("\n")).toContain("shadow root");
    expect(element("Hidden in a frame")).toBeUndefined();
    expect(element("Price on request")).toBeUndefined();
    expect(element("Oak Lamp")).toBeDefined();
  });

  it("report covered elements, and still let them be selected", async () => {
    const { inspection, element } = await inspect("/covered");
    expect(element("Tin Lamp")?.covered).toBe(true);
    expect(element("Newsletter")?.covered).toBeUndefined();
    // The header that stays in sight is drawn once, where the page begins.
    expect(element("Lamp shop")?.box[1]).toBeLessThan(40);
    const flow = await pick(inspection.id, { node: element("Tin Lamp")?.node, name: "title" });
    expect(flow.preview.records).toEqual(NAMES.map((title) => ({ title })));
  });

  it("show right-to-left pages in place", async () => {
    const { inspection, shown, element } = await inspect("/arabic");
    expect(shown.direction).toBe("rtl");
    const title = element("مصباح خشبي");
    const [left = 0, , width = 0] = title?.box ?? [];
    expect(left + width).toBe(shown.width);
    const price = shown.elements.find(({ text }) => text.startsWith("١٢٫٥٠"));
    const flow = await pick(
      inspection.id,
      { node: title?.node, name: "title" },
      { node: price?.node, name: "price" },
    );
    expect(flow.preview.records[1]).toEqual({ title: "مصباح نحاسي", price: 22.5 });
  });

  it("handle 50,000 elements: show those of the first records, and read all", async () => {
    const { inspection, shown, element } = await inspect("/many");
    expect(shown.elementCount).toBeGreaterThan(37_000);
    expect(shown.elements.length).toBeLessThan(shown.elementCount);
    expect(Buffer.byteLength(JSON.stringify(inspection))).toBeLessThan(300_000);
    const flow = await pick(inspection.id, { node: element("Lamp 3")?.node, name: "title" });
    expect(flow.preview.recordCount).toBe(12_500);
  });

  it("cut a screenshot of 20,000 pixels, and say what is left out", async () => {
    const { inspection, shown, element } = await inspect("/tall");
    expect(shown.height).toBeGreaterThan(20_000);
    expect(shown.pictureHeight).toBe(16_384);
    expect(shown.notes.join("\n")).toContain("Everything below 16384 pixels is left out");
    expect(element("The very last line")).toBeUndefined();
    const picture = await fetch(inspection.pictureUrl ?? "");
    expect(readImageSize(Buffer.from(await picture.arrayBuffer()))).toEqual({ width: 1280, height: 16_384 });
  });
});
