import { describe, expect, it } from "@jest/globals";
import type { CollectionPlan } from "../../../src/domain/engine.ts";
import { addressesOf, countShards } from "../../../src/domain/runs/shards/list.ts";
import type { AccountRecord } from "../../../src/store/account/accounts.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";

const urlsOf = (origins: number, pages: number): string[] =>
  Array.from(
    { length: origins * pages },
    (_, n) => `https://s${n % origins}.test/${Math.floor(n / origins)}`,
  );

const LIST = urlsOf(20, 10);
const EXTRACT = { type: "extract" } as const;

const count = (over: object = {}, run: object = {}, plan = "scale"): number =>
  countShards(
    run as RunRecord,
    {
      url: "https://s0.test/",
      mode: "extract",
      urls: LIST,
      steps: [EXTRACT],
      ...over,
    } as unknown as CollectionPlan,
    { plan } as AccountRecord,
  );

describe("a list with many origins", () => {
  it("has as many shards as the plan has slots, at most one per origin and per ten URLs", () => {
    expect([count(), count({}, {}, "pro"), count({}, {}, "free")]).toEqual([20, 10, 2]);
    expect(count({ urls: urlsOf(60, 10) })).toBe(50);
    expect(count({ urls: urlsOf(20, 2) })).toBe(4);
  });

  it.each([
    ["fewer than eight origins", { urls: urlsOf(7, 100) }],
    ["fewer than twenty URLs", { urls: urlsOf(19, 1) }],
    ["no list", { urls: undefined }],
    ["a monitor", { mode: "monitor" }],
    ["steps on live pages", { mode: "interact" }],
    [
      "a step that opens a URL of its own",
      { steps: [EXTRACT, { type: "navigate", url: "https://s1.test/" }] },
    ],
    [
      "a first step that opens a URL of its own",
      { steps: [{ type: "navigate", url: "https://s1.test/" }, EXTRACT] },
    ],
    ["a later step that opens the list once more", { steps: [EXTRACT, { type: "navigate" }, EXTRACT] }],
    [
      "a crawl from a URL of its own",
      { steps: [{ type: "crawl", url: "https://s1.test/", steps: [EXTRACT] }] },
    ],
  ])("is not sharded with %s", (_, over) => {
    expect(count(over)).toBe(1);
  });

  it("is sharded by fours if each URL is a site", () => {
    expect(count({ urls: urlsOf(40, 1), sites: {} })).toBe(10);
    expect(count({ urls: urlsOf(7, 1), sites: {} })).toBe(1);
  });

  const SIGN_IN = [
    { type: "navigate", url: "https://s0.test/login", when: "signed-out" },
    { type: "type", selector: "input", text: "{{secret.password}}", when: "signed-out" },
    { type: "click", selector: "button", when: "signed-out" },
  ];
  const behindLogin = (keep: boolean, ...more: object[]): number =>
    count({ mode: "interact", session: { keep }, steps: [...SIGN_IN, { type: "assert" }, ...more, EXTRACT] });

  it("is sharded if its steps only read behind a kept session", () => {
    expect(behindLogin(true)).toBe(20);
    expect(behindLogin(false)).toBe(1);
    expect(behindLogin(true, { type: "click", selector: ".more" })).toBe(1);
  });

  it("is sharded if the first step opens the list", () => {
    expect(count({ steps: [{ type: "navigate" }, EXTRACT] })).toBe(20);
  });

  it("is not sharded if saved pages are read", () => {
    expect(count({}, { snapshotsOf: "run-1" })).toBe(1);
  });

  it.each([1, 2, 3, 7, 20])("has each URL and each origin in exactly one of %s shards", (shards) => {
    const parts = Array.from({ length: shards }, (_, shard) => addressesOf(LIST, shards, shard));
    expect(parts.flat().toSorted()).toEqual(LIST.toSorted());
    for (const part of parts) expect(part).toEqual(LIST.filter((url) => part.includes(url)));
    const origins = parts.flatMap((part) => [...new Set(part.map((url) => new URL(url).origin))]);
    expect(new Set(origins).size).toBe(origins.length);
  });
});
