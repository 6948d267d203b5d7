import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { readContentSignal } from "../../../../src/engine/permissions/contentSignal.ts";
import { readPage } from "../../../../src/engine/permissions/onPage.ts";
import { matchOf } from "../../../../src/engine/permissions/paths.ts";
import { readRobotsTxt, signalsFor } from "../../../../src/engine/permissions/robotsTxt.ts";
import { readRsl, usesOf } from "../../../../src/engine/permissions/rsl.ts";
import { readTdmRep, tdmRuleFor } from "../../../../src/engine/permissions/tdm.ts";

const URL = "https://news.example/articles/1?page=2";
const AI = ["ai-input", "ai-train"];

describe("path patterns", () => {
  it.each([
    ["/", "/a", 1],
    ["/a", "/b", -1],
    ["/a*c", "/abc/d", 4],
    ["/*.pdf$", "/files/a.pdf", 7],
    ["/*.pdf$", "/files/a.pdf?x", -1],
    ["/a$", "/a", 3],
    ["/a*", "/a", 3],
    ["/*a$", "/a-a", 4],
  ])("%s matches %s: %d", (pattern, path, length) => {
    expect(matchOf(pattern, path)).toBe(length);
  });

  it("are matched in linear time, however many wildcards they have", () => {
    const startedAt = performance.now();
    expect(matchOf(`/${"*a".repeat(50_000)}b`, `/${"a".repeat(50_000)}`)).toBe(-1);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("Content-Signal", () => {
  it.each([
    ["search=yes, ai-train=no", ["search"], ["ai-train"]],
    ["AI-Train = NO;search=Yes", ["search"], ["ai-train"]],
    ["ai-input=no,ai-input=yes", [], ["ai-input"]],
    ["ai-train=no, use=all, search=maybe", [], ["ai-train"]],
  ])("%s allows %j and reserves %j", (text, allows, reserves) => {
    expect(readContentSignal(text, "header")).toMatchObject({ allows, reserves });
  });

  it.each(["", "yes", "train=no", "xai-train=no", `${"x".repeat(5_000)} ai-train=no`])(
    "%.20s is ignored",
    (text) => {
      expect(readContentSignal(text, "header")).toBeNull();
    },
  );
});

describe("signals in robots.txt", () => {
  const reservesOf = (text: string, path = "/a") =>
    signalsFor(readRobotsTxt(text), path).flatMap(({ reserves }) => reserves);

  it("come from the group for our user agent, or else from the group for all", () => {
    const everyone = "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n";
    const ours = "User-agent: GLEANER/2\nUser-agent: Other\nContent-Signal: ai-input=no\n";
    expect(reservesOf(everyone)).toEqual(["ai-train"]);
    expect(reservesOf(everyone + ours)).toEqual(["ai-input"]);
    expect(reservesOf("User-agent: GPTBot\nContent-Signal: ai-train=no")).toEqual([]);
    expect(reservesOf(`${everyone}User-agent: Gleaner\nDisallow: /x`)).toEqual([]);
    expect(reservesOf("Content-Signal: ai-train=no")).toEqual([]);
  });

  it("can differ by path, with the longest path winning", () => {
    const text = "User-agent: *\nContent-Signal: ai-train=no\nContent-Signal: /free/ ai-train=yes";
    expect(reservesOf(text, "/a")).toEqual(["ai-train"]);
    expect(reservesOf(text, "/free/a")).toEqual([]);
  });

  it("can name up to five licences for the whole site, anywhere in the file", () => {
    const lines = Array.from({ length: 9 }, (_, at) => `License: https://x.example/${at}.xml # terms`);
    const { licences } = readRobotsTxt(`User-agent: other\nDisallow: /\n${lines.join("\n")}`);
    expect(licences).toHaveLength(5);
    expect(licences[0]).toBe("https://x.example/0.xml");
  });

  it("are read in bounded time", () => {
    const startedAt = performance.now();
    readRobotsTxt(`User-agent: *\n${`Content-Signal:${" ".repeat(1_900)}x\n`.repeat(300)}`);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("signals of a page", () => {
  const pageOf = (html: string, headers = {}) => readPage(parseDocument(html, { url: URL }), headers);
  const saidBy = (html: string, headers = {}) =>
    pageOf(html, headers).statements.map(({ signal, from, reserves }) => [signal, from, reserves]);

  it.each([
    ['<meta name="robots" content="index, noai">', {}, [["noai", "meta", AI]]],
    ['<META NAME="Gleaner" CONTENT="NOIMAGEAI">', {}, [["noimageai", "meta", AI]]],
    ['<meta name="googlebot" content="noai">', {}, []],
    [
      "",
      { "x-robots-tag": "noindex, noai, noimageai" },
      [
        ["noai", "header", AI],
        ["noimageai", "header", AI],
      ],
    ],
    ["", { "x-robots-tag": "googlebot: noindex, noai" }, []],
    ["", { "x-robots-tag": "googlebot: noindex, gleaner: noai" }, [["noai", "header", AI]]],
    ["", { "x-robots-tag": "max-snippet: 20, noai" }, [["noai", "header", AI]]],
    ["", { "x-robots-tag": "googlebot: nosnippet\nnoai" }, []],
    ["", { "content-signal": "ai-train=no" }, [["content-signal", "header", ["ai-train"]]]],
    ['<meta name="tdm-reservation" content="1">', {}, [["tdm-reservation", "meta", AI]]],
    ["", { "tdm-reservation": "1" }, [["tdm-reservation", "header", AI]]],
    [
      '<meta name="tdm-reservation" content="0">',
      { "tdm-reservation": "1" },
      [["tdm-reservation", "meta", []]],
    ],
    ['<meta name="tdm-reservation" content="maybe">', {}, []],
  ])("are read from %s %j", (html, headers, said) => {
    expect(saidBy(`<html><head>${html}</head><body>text</body></html>`, headers)).toEqual(said);
  });

  it("include licences in links, headers and scripts", () => {
    const html =
      '<link rel="license" type="application/rsl+xml" href="/terms.xml"><link rel="license" href="/cc.html">' +
      '<script type="application/rsl+xml"><rsl><content url="/"></content></rsl></script>';
    const link =
      '</a.css>; rel="preload", </licence.xml>; rel="license"; type="application/rsl+xml", </b>; rel=license';
    expect(pageOf(html, { link }).licences).toEqual([
      { from: "header", address: "/licence.xml" },
      { from: "link", address: "/terms.xml" },
      { from: "script", text: expect.stringContaining("rsl") },
    ]);
  });
});

describe("TDM reservation", () => {
  const rules = [
    { location: "/", "tdm-reservation": 0 },
    { location: "/articles/*", "tdm-reservation": 1, "tdm-policy": "https://news.example/policy.json" },
    { location: "open", "tdm-reservation": "0" },
  ];

  it("follows the most specific rule of tdmrep.json", () => {
    const read = readTdmRep(JSON.stringify(rules)) ?? [];
    expect(tdmRuleFor(read, "/articles/1")).toMatchObject({
      reserves: AI,
      url: "https://news.example/policy.json",
    });
    expect(tdmRuleFor(read, "/open/1")).toMatchObject({ reserves: [], allows: AI });
    expect(tdmRuleFor([], "/")).toBeNull();
  });

  it("is reserved if one of several rules for the same path says so", () => {
    const both = [0, 1].map((flag) => ({ location: "/", "tdm-reservation": flag }));
    expect(tdmRuleFor(readTdmRep(JSON.stringify(both)) ?? [], "/a")).toMatchObject({ reserves: AI });
  });

  it.each(["<html>", "{}", "[1, null, [], {}]", '[{"location": 5, "tdm-reservation": 1}]', "[", ""])(
    "ignores %s",
    (text) => {
      expect(readTdmRep(text) ?? []).toEqual([]);
    },
  );
});

describe("an RSL licence", () => {
  const rsl = (content: string) =>
    `<?xml version="1.0"?><rsl xmlns="https://rslstandard.org/rsl">${content}</rsl>`;
  const uses = (content: string, url = URL) => usesOf(readRsl(rsl(content)) ?? [], url);
  const licensed = (inner: string) => `<content url="/"><license>${inner}</license></content>`;

  it.each([
    ['<permits type="usage">search</permits>', ["search"]],
    ['<prohibits type="usage">ai-train</prohibits>', ["search", "ai-input"]],
    ['<permits type="usage">all</permits><prohibits type="usage">ai-all</prohibits>', ["search"]],
    ['<permits type="usage">all</permits><payment type="attribution"/>', ["search", "ai-input", "ai-train"]],
    ['<permits type="usage">all</permits><payment type="purchase"/>', []],
    ['<permits type="usage">all</permits><permits type="user">non-commercial</permits>', []],
    ["<payment type='free'/>", ["search", "ai-input", "ai-train"]],
  ])("%s grants %j", (inner, allows) => {
    expect(uses(licensed(inner))).toMatchObject({ allows });
  });

  it("grants what one of several licences grants", () => {
    const two =
      '<content url="/"><license><permits>search</permits></license>' +
      '<license><permits>ai-train</permits><payment type="crawl"/></license></content>';
    expect(uses(two)).toEqual({ allows: ["search"], reserves: AI });
  });

  it("applies to the content that it names, with the most specific URL winning", () => {
    const contents =
      licensed("<permits>all</permits>") +
      '<content url="https://news.example/articles/*"><license><prohibits>all</prohibits></license></content>';
    expect(uses(contents)).toMatchObject({ allows: [] });
    expect(uses(contents, "https://news.example/about")).toMatchObject({ reserves: [] });
    expect(uses('<content url="https://other.example/"><license/></content>')).toBeNull();
  });

  it("with a licence server requires an agreement", () => {
    expect(
      uses(
        '<content url="/" server="https://rsl.example"><license><permits>all</permits></license></content>',
      ),
    ).toMatchObject({ allows: [] });
  });

  it.each(["", "<html><body>Terms</body></html>", "<rsl></rsl>", "<rsl", "{}"])(
    "is not found in %s",
    (text) => {
      expect(readRsl(text)).toBeNull();
    },
  );

  it("is read in bounded time, without expanding entities", () => {
    const startedAt = performance.now();
    expect(readRsl(rsl("<content><license>".repeat(50_000)))).toBeNull();
    const bomb = `<!DOCTYPE rsl [<!ENTITY a "${"x".repeat(1_000)}">]>${rsl(licensed(`<permits>${"&a;".repeat(10_000)}search</permits>`))}`;
    expect(readRsl(bomb)).not.toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
