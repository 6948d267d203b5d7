import { describe, expect, it } from "@jest/globals";
import { DomainError } from "../../../../src/contract/errors.ts";
import type { PermissionPolicy } from "../../../../src/contract/permissions.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import type { FetchFile, Page } from "../../../../src/engine/page/index.ts";
import { createPermissions, UseReserved } from "../../../../src/engine/permissions/index.ts";

const SITE = "https://news.example";
type Files = Readonly<Record<string, string | Error>>;

const pageAt = (path: string, html = "<p>text</p>", signals = {}): Page => ({
  url: SITE + path,
  status: 200,
  html,
  signals,
  document: parseDocument(html, { url: SITE + path }),
  fetchedAt: "2026-11-23T00:00:00.000Z",
});

const world = (files: Files, robots = "", policy: PermissionPolicy = "record") => {
  const asked: string[] = [];
  const fetchFile: FetchFile = async (url) => {
    asked.push(url);
    const file = files[url.replace(SITE, "")];
    if (file instanceof Error) throw file;
    if (file === undefined)
      throw new TargetError("target-failed", "404", { retryable: false, httpStatus: 404 });
    return { url, status: 200, html: file, fetchedAt: "" };
  };
  const notes = {};
  const sites = { robotsText: async () => robots, notesOn: () => notes };
  return { asked, permissions: createPermissions({ fetchFile, sites, policy }) };
};

const TDM = "/.well-known/tdmrep.json";
const RESERVED = JSON.stringify([{ location: "/", "tdm-reservation": 1 }]);
const LICENCE = '<rsl><content url="/"><license><permits>search</permits></license></content></rsl>';
const LINK = '<link rel="license" type="application/rsl+xml" href="/rsl.xml">';

describe("a page's permissions", () => {
  it("are absent if nothing states any", async () => {
    const { permissions } = world({});
    expect((await permissions.apply(pageAt("/"))).permissions).toBeUndefined();
  });

  it("combine site, response and page; a use that any of them reserves is reserved", async () => {
    const { permissions } = world(
      { [TDM]: RESERVED, "/rsl.xml": LICENCE },
      "User-agent: *\nContent-Signal: search=yes, ai-train=yes\n",
    );
    const { permissions: read } = await permissions.apply(pageAt("/", LINK));
    expect(read).toMatchObject({ reserved: ["ai-input", "ai-train"], allowed: ["search"] });
    expect(read?.signals).toContainEqual(
      expect.objectContaining({ signal: "rsl", from: "link", url: `${SITE}/rsl.xml` }),
    );
    expect(read?.signals.map(({ signal }) => signal).sort()).toEqual([
      "content-signal",
      "rsl",
      "tdm-reservation",
    ]);
  });

  it("need a site's files once, and no tdmrep.json if the page states its own", async () => {
    const { permissions, asked } = world({ [TDM]: RESERVED, "/rsl.xml": LICENCE });
    await permissions.apply(pageAt("/own", LINK, { "tdm-reservation": "0" }));
    expect(asked).toEqual([`${SITE}/rsl.xml`]);
    await permissions.apply(pageAt("/a", LINK));
    await permissions.apply(pageAt("/b", LINK));
    expect(asked).toEqual([`${SITE}/rsl.xml`, SITE + TDM]);
  });

  it("are obeyed for the uses in the policy, and the error names the source", async () => {
    const refusing = world({ [TDM]: RESERVED }, "", { obey: ["search", "ai-train"] });
    const error = await refusing.permissions.apply(pageAt("/")).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UseReserved);
    expect(error).toMatchObject({
      code: "use-reserved",
      message: expect.stringMatching(/reserves ai-train \(tdmrep\.json: \/: 1\)/),
      permissions: { reserved: ["ai-input", "ai-train"] },
    });
    const { permissions } = world({ [TDM]: RESERVED }, "", { obey: ["search"] });
    expect(await permissions.apply(pageAt("/"))).toMatchObject({ url: `${SITE}/` });
  });
});

describe("reading permission files", () => {
  const problems: [string, string | Error][] = [
    ["an error of the server", new TargetError("target-failed", "503", { retryable: true, httpStatus: 503 })],
    ["a file that is too large", new TargetError("target-failed", "too large", { retryable: false })],
    ["a private address", new DomainError("target-refused", "refused")],
  ];

  it.each(problems)("counts the uses as reserved on %s", async (_, thrown) => {
    const tdm = await world({ [TDM]: thrown }).permissions.apply(pageAt("/"));
    expect(tdm.permissions).toMatchObject({
      reserved: ["ai-input", "ai-train"],
      signals: [{ from: "tdmrep.json", problem: (thrown as Error).message }],
    });
    const rsl = await world({ "/rsl.xml": thrown }).permissions.apply(pageAt("/", LINK));
    expect(rsl.permissions).toMatchObject({ reserved: ["search", "ai-input", "ai-train"] });
  });

  it("counts the uses as reserved if a licence does not exist or is invalid", async () => {
    for (const files of [{}, { "/rsl.xml": "<html>Terms</html>" }])
      expect((await world(files).permissions.apply(pageAt("/", LINK))).permissions).toMatchObject({
        reserved: ["search", "ai-input", "ai-train"],
      });
  });

  it("skips a licence with an invalid URL", async () => {
    const { permissions, asked } = world({});
    const html = '<link rel="license" type="application/rsl+xml" href="javascript:alert(1)">';
    const read = await permissions.apply(pageAt("/", html));
    expect(read.permissions?.signals[0]).toMatchObject({ problem: "it is not a URL" });
    expect(asked).toEqual([SITE + TDM]);
  });

  it("ignores an HTML page in place of tdmrep.json", async () => {
    const { permissions } = world({ [TDM]: "<!doctype html><title>Not found</title>" });
    expect((await permissions.apply(pageAt("/"))).permissions).toBeUndefined();
  });

  it("reads at most five licences, and each once if they refer to each other", async () => {
    const looping = '<rsl><content url="/" license="/rsl.xml"><license href="/rsl.xml"/></content></rsl>';
    const links = Array.from({ length: 30 }, (_, at) => LINK.replace("/rsl.xml", `/${at}.xml`)).join("");
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/${at}.xml`, looping]));
    const { permissions, asked } = world(files);
    const read = await permissions.apply(pageAt("/", links));
    expect(asked.filter((url) => url.endsWith(".xml"))).toHaveLength(5);
    expect(read.permissions?.signals.length).toBeLessThanOrEqual(10);
  });

  it("stops with the run", async () => {
    const { permissions } = world({ [TDM]: new Error("aborted") });
    const signal = AbortSignal.abort(new Error("the run is over"));
    await expect(permissions.apply(pageAt("/"), signal)).rejects.toThrow("the run is over");
  });
});
