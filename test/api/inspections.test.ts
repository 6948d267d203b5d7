import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { Inspection } from "../../src/contract/extraction/inspections.ts";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(180_000);

const NAMES = ["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan", "Clay Jug"];
const card = (name: string, at: number): string =>
  `<article class="card"><h2><a href="/p/${at}">${name}</a></h2><p class="brand">Maker ${at % 2}</p><span class="price">€1${at}.85</span></article>`;
const SHOP = `<html lang="en"><body><main><h1>Shop</h1>${NAMES.map(card).join("")}</main></body></html>`;
const SCRIPTED = `<html lang="en"><body><main id="app"></main><script>document.getElementById("app").innerHTML = ${JSON.stringify(NAMES.map(card).join(""))};</script></body></html>`;
const LOGIN = `<html lang="en"><body><form onsubmit="event.preventDefault(); document.getElementById('in').innerHTML = '<h1>Members</h1><p class=said>' + document.getElementById('word').value + '</p>' + ${JSON.stringify(NAMES.map(card).join("")).replaceAll('"', "&quot;")}"><input id="word" name="word"><button id="go">Log in</button></form><main id="in"></main></body></html>`;
const MEMBERS = `<html lang="en"><body><h1>Log in</h1><form method="get" action="/members-in"><input name="user" type="email"><input name="code" type="password"><button>Log in</button></form></body></html>`;
const LARGE = `<html lang="en"><body><main>${Array.from({ length: 6_000 }, (_, at) => `<article class="card" style="display:inline-block;width:150px;height:60px;font-size:9px;margin:0"><h2>عنوان المنتج الطويل رقم ${at}</h2><p class="brand">علامة تجارية طويلة الاسم ${at}</p><span class="price">€${at}.85</span></article>`).join("")}</main></body></html>`;

describe("POST /inspections", () => {
  let pages: PageServer;
  let api: Api;
  beforeAll(async () => {
    pages = await startPageServer({
      "/shop": { body: SHOP },
      "/scripted": { body: SCRIPTED },
      "/login": { body: LOGIN },
      "/members": { status: 302, headers: { location: "/members-login" } },
      "/members-login": { body: MEMBERS },
      "/large": { body: LARGE },
      "/changing": (visits) => ({ body: visits < 2 ? SHOP : "<html><body><p>Closed.</p></body></html>" }),
      "/slow": { body: SHOP, delayMs: 22_000 },
      "/robots.txt": { body: "User-agent: *\nDisallow: /private" },
      "/private": { body: SHOP },
    });
    api = await newAccount();
  });
  afterAll(() => pages.stop());

  const inspect = async (path: string, more: object = {}): Promise<Inspection> => {
    const { status, body } = await api.post("/inspections", { url: `${pages.url}${path}`, ...more });
    expect({ status, error: body.error }).toEqual({
      // On a busy machine it may take longer than the request waits.
      status: body.data?.status === "running" ? 202 : 200,
      error: undefined,
    });
    return untilEnded(body.data);
  };
  const untilEnded = ({ id }: Inspection): Promise<Inspection> =>
    until(
      async () => (await api.get(`/inspections/${id}`)).body.data as Inspection,
      ({ status }) => status !== "running",
      120_000,
    );
  const nodeOf = ({ page }: Inspection, text: string): number =>
    page?.elements.find((element) => element.text === text)?.node ?? -1;

  it("returns a screenshot, the elements with their boxes, and the records", async () => {
    const inspection = await inspect("/shop");
    const { page } = inspection;
    expect(inspection).toMatchObject({ status: "completed", cost: expect.any(Number) });
    expect(page).toMatchObject({ width: 1280, direction: "ltr", notes: [] });
    expect(page?.regions[0]).toMatchObject({ recordCount: NAMES.length });
    const price = page?.elements.find(({ text }) => text === "€11.85");
    expect(price).toMatchObject({ kind: "text", record: [0, 1] });
    const [left = 0, top = 0, width = 0, height = 0] = price?.box ?? [];
    const [x = 0, y = 0, w = 0, h = 0] = page?.regions[0]?.records[1]?.box ?? [];
    expect(left >= x && top >= y && left + width <= x + w && top + height <= y + h).toBe(true);
    const picture = await fetch(inspection.pictureUrl ?? "");
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
    expect((await api.get(`/inspections/${inspection.id}`)).body.data).toMatchObject({
      status: "completed",
      page,
    });
  });

  it("names the fields of a login form, and says that a sign-in failed", async () => {
    const { page } = await inspect("/members");
    expect(page?.signIn).toEqual({
      username: 'input[name="user"]',
      password: 'input[name="code"]',
      submit: "button",
    });
    expect((await inspect("/shop")).page?.signIn).toBeUndefined();
    const steps = [
      { type: "type", selector: 'input[name="user"]', text: "me@shop.example", when: "signed-out" },
      { type: "press", key: "Tab", when: "signed-out" },
    ];
    const { body } = await api.post("/inspections", { url: `${pages.url}/members`, steps });
    const { id, error } = body.data ?? {};
    const message =
      body.error?.message ?? error?.message ?? (await untilEnded({ id } as Inspection)).error?.message;
    expect(message).toContain("still shows the login form");
  });

  it("skips sign-in steps where the page does not show their form", async () => {
    const steps = [{ type: "type", selector: "#user", text: "me", when: "signed-out" }];
    const inspection = await inspect("/shop", { steps });
    expect(inspection.page?.regions[0]).toMatchObject({ recordCount: NAMES.length });
  });

  it("counts the page towards the account's monthly usage", async () => {
    const pagesOf = async () => (await api.get("/account")).body.data.usage.pages as number;
    const before = await pagesOf();
    await inspect("/shop");
    expect(await pagesOf()).toBe(before + 1);
  });

  it("creates a flow from selected elements, with a name for each", async () => {
    const inspection = await inspect("/shop");
    const picks = ["Tin Lamp", "Maker 1", "€11.85"].map((text) => ({ node: nodeOf(inspection, text) }));
    const { status, body } = await api.post("/generate", { inspectionId: inspection.id, picks });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect(body.data.mode).toBe("extract");
    expect(body.data.preview.records).toEqual(
      NAMES.map((title, at) => ({ title, brand: `Maker ${at % 2}`, price: 10.85 + at })),
    );
    const { places } = body.data.preview;
    expect(places.records).toEqual(inspection.page?.regions[0]?.records.map(({ node }) => node));
    expect(places.fields[2]).toEqual({
      field: "price",
      nodes: NAMES.map((_, at) => nodeOf(inspection, `€1${at}.85`)),
    });
    expect((await api.post("/flows", body.data)).status).toBe(201);
  });

  it("can select a link's URL, and reads a prompt on the same page", async () => {
    const inspection = await inspect("/shop");
    const node = nodeOf(inspection, "Oak Kettle");
    const picks = [
      { node, name: "title" },
      { node, name: "url", take: "link" },
    ];
    const picked = await api.post("/generate", { inspectionId: inspection.id, picks });
    expect(picked.body.data.preview.records[1]).toEqual({ title: "Tin Lamp", url: `${pages.url}/p/1` });
    const prompt = "all products with title and price";
    const said = await api.post("/generate", { inspectionId: inspection.id, prompt });
    expect(said.body.data.preview.recordCount).toBe(NAMES.length);
    expect(said.body.data.preview.places.records).toHaveLength(NAMES.length);
  });

  it("uses the page as it was inspected, even if it has changed since", async () => {
    const inspection = await inspect("/changing");
    const picks = [{ node: nodeOf(inspection, "Oak Kettle"), name: "title" }];
    const { body } = await api.post("/generate", { inspectionId: inspection.id, picks });
    expect(body.data.preview.recordCount).toBe(NAMES.length);
  });

  it("creates a flow that uses a browser when only scripts render the selected elements", async () => {
    const inspection = await inspect("/scripted");
    const picks = [{ node: nodeOf(inspection, "Oak Kettle"), name: "title" }];
    const { body } = await api.post("/generate", { inspectionId: inspection.id, picks });
    expect(body.data).toMatchObject({ mode: "interact", preview: { recordCount: NAMES.length } });
    expect((await inspect("/scripted", { render: "static" })).page?.elements).toEqual([]);
  });

  it("runs steps first and puts them in the flow; with a secret it returns no screenshot and no values", async () => {
    const flow = await api.post("/flows", { name: "Members", url: `${pages.url}/login`, mode: "interact" });
    const flowId = flow.body.data.id as string;
    const written = await api.put(`/flows/${flowId}/secrets/word`, { value: "open sesame" });
    expect(written.status).toBe(200);
    const steps = [
      { type: "type", selector: "#word", text: "{{secret.word}}" },
      { type: "click", selector: "#go" },
      { type: "wait", selector: "h1" },
    ];
    const inspection = await inspect("/login", { steps, flowId });
    expect(inspection.pictureUrl).toBeNull();
    expect(JSON.stringify(inspection)).not.toContain("sesame");
    expect(inspection.page?.elements.map(({ text }) => text)).toContain("***");
    const picks = [{ node: nodeOf(inspection, "Oak Kettle"), name: "title" }];
    const { body } = await api.post("/generate", { inspectionId: inspection.id, picks });
    expect(body.data.steps.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(["navigate", "type", "click", "wait", "extract"]),
    );
    const lacking = await api.post("/inspections", { url: `${pages.url}/login`, steps });
    expect(lacking.body.error.details).toEqual([{ path: "flowId", message: expect.any(String) }]);
  });

  it("keeps its response below 300 KB, and says what it left out", async () => {
    const { page } = await inspect("/large");
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(300_000);
    expect(page?.pictureHeight).toBeLessThanOrEqual(16_384);
    expect(page?.elementCount).toBeGreaterThan(page?.elements.length ?? 0);
    expect(page?.notes).toHaveLength(2);
  });

  it("answers 202 for a slow page, and returns it later", async () => {
    const { status, body } = await api.post("/inspections", { url: `${pages.url}/slow`, render: "browser" });
    expect({ status, inspection: body.data.status }).toEqual({ status: 202, inspection: "running" });
    const ended = await untilEnded(body.data);
    expect(ended).toMatchObject({ status: "completed", page: { title: "Shop" } });
  });

  it("refuses private addresses and pages that do not exist", async () => {
    const refused = await api.post("/inspections", { url: "http://169.254.169.254/" });
    expect(refused.body.error.code).toBe("target-refused");
    const barred = await api.post("/inspections", { url: `${pages.url}/private` });
    expect(barred.body.error.code).toBe("robots-disallowed");
    const { id } = await inspect("/shop");
    const stranger = await newAccount();
    const told = await stranger.get(`/inspections/${id}`);
    expect(told.status).toBe(404);
    expect(told.body.error.message).toContain("kept for an hour");
    const made = await stranger.post("/generate", { inspectionId: id, picks: [{ node: 1 }] });
    expect(made.status).toBe(404);
    const unknown = await api.post("/generate", { inspectionId: id, picks: [{ node: 99_999 }] });
    expect(unknown.body.error.details).toEqual([{ path: "picks.0.node", message: expect.any(String) }]);
  });
});
