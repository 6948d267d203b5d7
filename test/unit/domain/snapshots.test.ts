import { describe, expect, it } from "@jest/globals";
import { createSnapshots } from "../../../src/domain/runs/snapshots/keep.ts";
import { singlePageKey } from "../../../src/domain/runs/snapshots/page.ts";
import { openSnapshots } from "../../../src/domain/runs/snapshots/read.ts";
import { compress } from "../../../src/domain/shared/gzip.ts";
import type { PagePack } from "../../../src/store/runs/runDetail.ts";
import { createMemoryObjects } from "../../helpers/memoryObjects.ts";

const page = (html: string) => ({
  url: "https://s.example/to",
  status: 200,
  html,
  fetchedAt: "2026-11-21T00:00:00.000Z",
});

const RUN = { id: "run-1", accountId: "acct-1", retentionDays: 90 };

/** A run that keeps pages, and what was committed of it. */
const createWorld = (before: object = {}) => {
  const objects = createMemoryObjects();
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message), error: () => {} };
  const committed: PagePack[] = [];
  const runs = { listPagePacks: async (accountId: string) => (accountId === "acct-1" ? committed : []) };
  const deps = { objects, log, store: { runs } } as never;
  const snapshots = createSnapshots(deps, { ...RUN, ...before } as never);
  return {
    objects,
    warnings,
    snapshots,
    keep: (url: string, html: string) => snapshots.keep(url, page(html)),
    commit: async (name: string) => {
      const pack = await snapshots.pack(name);
      if (pack) committed.push(pack);
    },
    read: (url: string, keeper: object = {}) =>
      openSnapshots(deps, { ...RUN, ...snapshots.totals(), ...keeper })(url),
  };
};

describe("snapshots of pages", () => {
  it("are found by the requested URL, without its fragment", async () => {
    const { keep, commit, read, snapshots } = createWorld();
    keep("https://s.example/from#part", "<h1>Grüße</h1>");
    await commit("1-1");
    expect(await read("https://s.example/from")).toEqual(page("<h1>Grüße</h1>"));
    expect(await read("https://s.example/to")).toBeNull();
    expect(await read("https://s.example/from", { accountId: "acct-2" })).toBeNull();
    expect(snapshots.totals()).toMatchObject({ snapshotPages: 1, snapshotBytes: expect.any(Number) });
  });

  it("of one commit are one object, written at the commit", async () => {
    const { keep, commit, read, objects } = createWorld();
    for (let n = 0; n < 50; n += 1) keep(`https://s.example/${n}`, `<p>${n}</p>`);
    expect(objects.kept.size).toBe(0);
    await commit("1-1");
    await commit("1-2");
    keep("https://s.example/50", "<p>50</p>");
    await commit("1-3");
    expect([...objects.kept.keys()]).toEqual([
      "kept/90d/snapshots/acct-1/run-1/1-1.pages",
      "kept/90d/snapshots/acct-1/run-1/1-3.pages",
    ]);
    for (const n of [0, 1, 49, 50]) expect(await read(`https://s.example/${n}`)).toEqual(page(`<p>${n}</p>`));
  });

  it("of a page saved twice return the later one", async () => {
    const { keep, commit, read } = createWorld();
    keep("https://s.example/", "first");
    await commit("1-1");
    keep("https://s.example/", "second");
    keep("https://s.example/", "third");
    await commit("1-2");
    expect((await read("https://s.example/"))?.html).toBe("third");
  });

  it("of an earlier release, one object each, can still be read, together with newer ones", async () => {
    const { keep, commit, read, objects, snapshots } = createWorld({ snapshotPages: 1, snapshotBytes: 10 });
    objects.kept.set(
      singlePageKey(RUN, "https://s.example/old#x"),
      compress(JSON.stringify(page("<p>old</p>"))),
    );
    keep("https://s.example/new", "<p>new</p>");
    await commit("2-1");
    expect((await read("https://s.example/old"))?.html).toBe("<p>old</p>");
    expect((await read("https://s.example/new"))?.html).toBe("<p>new</p>");
    expect(await read("https://s.example/none")).toBeNull();
    expect(snapshots.totals().snapshotPages).toBe(2);
  });

  it("are not looked up one by one if all of the run are in its index", async () => {
    const { keep, commit, read, objects } = createWorld();
    keep("https://s.example/", "x");
    await commit("1-1");
    objects.exists = () => Promise.reject(new Error("asked"));
    expect(await read("https://s.example/none")).toBeNull();
  });

  it.each([
    ["cut short", (body: Buffer) => body.subarray(0, body.length - 5)],
    ["empty", () => Buffer.alloc(0)],
    ["overwritten", (body: Buffer) => Buffer.alloc(body.length, 7)],
  ])("with a %s file count as missing, and the log says so", async (_, damage) => {
    const { keep, commit, read, objects, warnings } = createWorld();
    keep("https://s.example/1", "one");
    keep("https://s.example/2", "two");
    await commit("1-1");
    const [[key, body] = ["", ""]] = [...objects.kept];
    objects.kept.set(key, damage(Buffer.from(body)));
    expect(await read("https://s.example/2")).toBeNull();
    objects.kept.delete(key);
    expect(await read("https://s.example/1")).toBeNull();
    expect(warnings.every((warning) => warning === "a saved page could not be read")).toBe(true);
  });

  it("leave out a page that is too large, and all pages once the run's limit is reached", async () => {
    const { keep, commit, objects } = createWorld();
    keep("https://s.example/", "x".repeat(5_000_001));
    await commit("1-1");
    const full = createWorld({ snapshotPages: 10_000 });
    full.keep("https://s.example/", "x");
    await full.commit("1-1");
    expect(objects.kept.size + full.objects.kept.size).toBe(0);
  });

  it("make a commit due before they exceed their memory limit", () => {
    const { keep, snapshots } = createWorld();
    for (let n = 0; n < 999; n += 1) keep(`https://s.example/${n}`, "x");
    expect(snapshots.commitIsDue()).toBe(false);
    keep("https://s.example/999", "x");
    expect(snapshots.commitIsDue()).toBe(true);
  });

  it("do not fail the run if the object store is down", async () => {
    const { keep, commit, objects, snapshots, warnings, read } = createWorld();
    objects.put = () => Promise.reject(new Error("down"));
    keep("https://s.example/", "x");
    await commit("1-1");
    expect(snapshots.totals().snapshotPages).toBe(0);
    expect(warnings).toEqual(["pages were not kept"]);
    expect(await read("https://s.example/")).toBeNull();
  });
});
