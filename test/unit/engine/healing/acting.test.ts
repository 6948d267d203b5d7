import { describe, expect, it } from "@jest/globals";
import { type Step, Steps } from "../../../../src/contract/steps/steps.ts";
import type { Prints } from "../../../../src/engine/extract/slots/healing/index.ts";
import { BASE, collectSite, planOf } from "../collection/site.ts";
import { collectLive } from "./liveSite.ts";

const inPage = (body: string): string =>
  `<html><head><title>Shop</title></head><body><nav><a href="/">Home</a><a href="/help">Help</a></nav><main>${body}</main></body></html>`;

const LIST = '<p class="row">One</p><p class="row">Two</p>';
const FORM = `<form class="find"><label for="q">Search the shop</label><input id="q" name="query" type="search"><select name="sort" class="sort"><option>New</option></select><button class="go">Find it</button><button class="clear">Clear</button></form>`;
/** The same form in other markup. */
const REBUILT_FORM = `<form class="css-1x9f2a"><div><label for="f7">Search the shop</label><input id="f7" name="query" type="search"></div><div><select name="sort" id="s7"><option>New</option></select></div><span><button id="b2">Clear</button><button id="b1">Find it</button></span></form>`;

const ACTS: Step[] = [
  { type: "type", selector: ".find #q", text: "books" },
  { type: "select", selector: "select.sort", value: "New" },
  { type: "click", selector: "button.go" },
  { type: "extract", selector: ".row", fields: ["text: :scope"] },
];

const act = (pages: readonly string[], steps: readonly Step[], prints: Prints = {}, secrets = SECRETS) =>
  collectLive(pages, planOf(steps, { mode: "interact", prints, secrets }));
const SECRETS = [{ name: "password", value: "hunter22", origins: [BASE] }];

describe("an action", () => {
  it("waits until its element is ready", async () => {
    const { waitedFor } = await act([inPage(FORM), inPage(LIST)], ACTS);
    expect(waitedFor).toEqual([[`${BASE}/`], [`${BASE}/`], [`${BASE}/`], []]);
  });
});

describe("an action on a redesigned page", () => {
  const learn = () => act([inPage(FORM), inPage(LIST)], ACTS);

  it("uses elements with the same label, says so, and offers a patch", async () => {
    const first = await learn();
    expect(first.done).toEqual(["type books into q", "select select", "click button"]);
    expect(first.report.steps).toBeNull();
    const again = await act([inPage(REBUILT_FORM), inPage(LIST)], ACTS, first.report.prints);
    expect(again.done).toEqual(["type books into f7", "select s7", "click b1"]);
    expect(again.items).toEqual(first.items);
    expect(again.logs.filter((line) => line.includes("was found in its place"))).toHaveLength(3);
    const steps = Steps.parse(again.report.steps);
    const mended = await act([inPage(REBUILT_FORM), inPage(LIST)], [...steps]);
    expect(mended.done).toEqual(again.done);
    expect(mended.report.steps).toBeNull();
  });

  it.each([
    ["none is called so", FORM.replace('class="go">Find it', 'class="css-1">Delete all')],
    ["two are called so", FORM.replace('class="go"', 'class="a"').replace("Clear", "Find it")],
    [
      "what is called so is of another kind",
      FORM.replace('<button class="go">Find it</button>', '<a href="/x">Find it</a>'),
    ],
  ])("is not performed if %s", async (_, form) => {
    const { report } = await learn();
    await expect(act([inPage(form), inPage(LIST)], ACTS, report.prints)).rejects.toThrow("is not there");
  });
});

describe("a secret", () => {
  const LOGIN =
    '<a class="open" href="#">Sign in</a><input class="user" name="user"><input class="pass" type="password" name="pass" aria-label="Password"><button class="enter">Enter</button>';
  const secretly: Step[] = [
    { type: "click", selector: ".open" },
    { type: "type", selector: ".pass", text: "{{secret.password}}" },
    { type: "click", selector: ".enter" },
    { type: "extract", selector: ".row", fields: ["text: :scope"] },
  ];
  const pages = (form: string) => [inPage(form), inPage(form), inPage(LIST)];
  const learn = () => act(pages(LOGIN), secretly);

  it("is typed where the author specified, and nowhere else", async () => {
    const { report } = await learn();
    const moved = LOGIN.replace('class="pass"', 'class="css-7"');
    await expect(act(pages(moved), secretly, report.prints)).rejects.toThrow("is not there");
  });

  it("is not typed after a repaired action", async () => {
    const { report } = await learn();
    const moved = LOGIN.replace('class="open"', 'class="css-7"');
    await expect(act(pages(moved), secretly, report.prints)).rejects.toThrow("is not there");
  });

  it("does not prevent later steps from being repaired", async () => {
    const { report } = await learn();
    const moved = LOGIN.replace('class="enter"', 'id="e9"');
    const { done } = await act(pages(moved), secretly, report.prints);
    expect(done.at(-1)).toBe("click e9");
  });

  it("is the reason that a password field is never repaired, even if the step types plain text", async () => {
    const plain: Step[] = [{ type: "type", selector: ".pass", text: "in clear" }, ...secretly.slice(3)];
    const { report } = await act([inPage(LOGIN + LIST)], plain);
    const moved = LOGIN.replace('class="pass"', 'class="css-7"');
    await expect(act([inPage(moved + LIST)], plain, report.prints)).rejects.toThrow("is not there");
  });
});

describe("the links of a follow step", () => {
  const BOOKS = ["Emma", "Dracula", "Ulysses", "Walden", "Candide"];
  const details = Object.fromEntries(
    BOOKS.map((title, index) => [
      `/b/${index}`,
      inPage(`<h1>${title}</h1><p id="isbn">${97800 + index}</p>`),
    ]),
  );
  const row = (title: string, index: number): string =>
    `<article class="book"><h3>${title}</h3><p><a class="shelf" href="/shelf/a">Shelf</a> <a class="more" href="/b/${index}">Read about ${title}</a></p></article>`;
  const rebuilt = (html: string): string =>
    html.replaceAll('"book"', '"tile"').replaceAll('"more"', '"lead"').replaceAll('"shelf"', '"rack"');
  const list = inPage(BOOKS.map(row).join(""));
  const collect = (html: string, steps: readonly Step[], prints: Prints) =>
    collectSite({ "/": html, ...details }, planOf(steps, { prints, outputSchema: { isbn: "string" } }));
  const inside: Step[] = Steps.parse([
    { type: "extract", selector: "article.book", fields: ["title: h3"] },
    { type: "follow", selector: "a.more", steps: [{ type: "extract", fields: ["isbn: #isbn"] }] },
  ]).slice();
  const alone: Step[] = Steps.parse([
    {
      type: "follow",
      selector: "a.more@href",
      steps: [{ type: "extract", fields: ["title: h1", "isbn: #isbn"] }],
    },
  ]).slice();

  it.each([
    ["in records", inside],
    ["of a page", alone],
  ])("are repaired: %s", async (_, steps) => {
    const first = await collect(list, steps, {});
    expect(first.items).toHaveLength(BOOKS.length);
    const { prints } = first.batches.at(-1)?.healing ?? { prints: {} };
    const again = await collect(rebuilt(list), steps, prints);
    expect(again.items).toEqual(first.items);
    const { steps: patch = null, findings = [] } = again.batches.at(-1)?.healing ?? {};
    expect(findings.some(({ selector, field }) => selector.startsWith("a.more") && field === null)).toBe(
      true,
    );
    const mended = await collect(rebuilt(list), Steps.parse(patch), {});
    expect(mended.items).toEqual(first.items);
  });

  it("are not followed if they are missing", async () => {
    const first = await collect(list, inside, {});
    const { prints } = first.batches.at(-1)?.healing ?? { prints: {} };
    const gone = list.replaceAll(/<a class="more".*?<\/a>/g, "");
    const again = await collect(gone, inside, prints);
    expect(again.items.map((item) => item.isbn)).toEqual(BOOKS.map(() => null));
    expect(again.batches.at(-1)?.healing?.findings).toContainEqual(
      expect.objectContaining({ selector: "a.more", outcome: { broken: expect.any(String) } }),
    );
  });
});

describe("pagination", () => {
  const page = (number: number, pager: string): string =>
    inPage(`<p class="row">Row ${number}a</p><p class="row">Row ${number}b</p>${pager}`);
  const steps: Step[] = [
    { type: "extract", selector: ".row", fields: ["text: :scope"] },
    { type: "paginate", selector: ".pager .next" },
  ];
  const site = (pager: (to: string | null) => string) => ({
    "/": page(1, pager("/2")),
    "/2": page(2, pager("/3")),
    "/3": page(3, pager(null)),
  });
  const OLD = site(
    (to) => `<div class="pager">${to ? `<a class="next" href="${to}">Next page</a>` : ""}</div>`,
  );
  const NEW = site(
    (to) => `<ul class="css-3"><li>${to ? `<a class="css-9x1q2" href="${to}">Next page</a>` : ""}</li></ul>`,
  );

  it("is recognized by its text, and its end is not a failure", async () => {
    const first = await collectSite(OLD, planOf(steps, { prints: {} }));
    expect(first.items).toHaveLength(6);
    const { prints } = first.batches.at(-1)?.healing ?? { prints: {} };
    const again = await collectSite(NEW, planOf(steps, { prints }), { keepsWorker: false });
    expect(again.items).toEqual(first.items);
    const report = again.batches.at(-1)?.healing;
    expect(report?.findings.map(({ outcome }) => Object.keys(outcome)[0])).not.toContain("broken");
    const mended = await collectSite(NEW, planOf(Steps.parse(report?.steps), { prints: {} }));
    expect(mended.items).toEqual(first.items);
  });

  it("is not missed if the list fits on one page", async () => {
    const first = await collectSite(OLD, planOf(steps, { prints: {} }));
    const { prints } = first.batches.at(-1)?.healing ?? { prints: {} };
    const short = { "/": inPage('<p class="row">Row 1a</p><div class="pager"></div>') };
    const again = await collectSite(short, planOf(steps, { prints }));
    expect(again.items).toHaveLength(1);
    const findings = again.batches.at(-1)?.healing?.findings ?? [];
    expect(again.batches.at(-1)?.healing).toBeDefined();
    expect(findings.filter(({ outcome }) => "broken" in outcome)).toEqual([]);
  });

  it("is reported if it is missing", async () => {
    const first = await collectSite(OLD, planOf(steps, { prints: {} }));
    const { prints } = first.batches.at(-1)?.healing ?? { prints: {} };
    const gone = site((to) => (to ? `<a class="css-9" href="${to}">›</a>` : ""));
    const again = await collectSite(gone, planOf(steps, { prints }));
    expect(again.items).toHaveLength(2);
    expect(again.batches.at(-1)?.healing?.findings).toContainEqual(
      expect.objectContaining({ selector: ".pager .next", outcome: { broken: expect.any(String) } }),
    );
  });
});
