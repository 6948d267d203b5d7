import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../src/engine/extract/extract.ts";
import { generateFlow } from "../../src/engine/generate/index.ts";
import { appPage, flowOf } from "./helpers.ts";

const generate = (html: string, prompt: string) => {
  const url = "https://app.example/";
  return generateFlow({ url, document: parseDocument(html, { url }), isRendered: false }, prompt, 0);
};

describe("a page that does not contain what a prompt asks for", () => {
  const home = appPage(`<div class="hero"><h1>Workbench</h1><p>Track issues and documents.</p></div>
    <div class="cols"><div class="col"><h3>Fast</h3><p>It is fast.</p></div><div class="col"><h3>Small</h3><p>It is small.</p></div></div>
    <ul class="side"><li><a href="/a">Overview</a></li><li><a href="/b">Settings</a></li><li><a href="/c">Help</a></li></ul>`);

  it.each([
    "all tickets with id, summary and owner",
    "titles and prices of all products",
    "title and author of all articles",
    "title, date and link of all posts",
  ])("produces no flow from its boxes and menus: %s", (prompt) => {
    expect(generate(home, prompt)).toBeNull();
  });
});

describe("a list without one of the requested fields", () => {
  it("is collected, with a note", () => {
    const names = [
      "Red oak chair",
      "Blue pine table",
      "Small iron lamp",
      "Old brass clock",
      "Large wool rug",
      "Thin steel shelf",
    ];
    const list = appPage(
      `<h1>Catalogue</h1><ul>${names.map((name, at) => `<li class="card"><a href="/p/${at}">${name}</a></li>`).join("")}</ul>`,
    );
    const { flow, records } = flowOf(list, "titles and prices of all products");
    expect(records).toHaveLength(6);
    expect(flow.notes).toEqual([{ field: "prices", why: expect.any(String) }]);
  });
});
