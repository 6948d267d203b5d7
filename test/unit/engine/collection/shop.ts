import { expect } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import {
  type CollectionBatch,
  type CollectionPlan,
  type CollectionState,
  collectNext,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { detectFormat, parseDocument } from "../../../../src/engine/extract/extract.ts";
import type { FetchPage } from "../../../../src/engine/page/index.ts";
import { BASE, NOW, type Site } from "./site.ts";

export const fail = (httpStatus: number, options: { retryable?: boolean; retryAfterMs?: number } = {}) =>
  new TargetError("target-failed", `The target answered with status ${httpStatus}.`, {
    retryable: false,
    httpStatus,
    ...options,
  });

export const createDeps = (site: Site) => {
  const fetched: string[] = [];
  let open = 0;
  let mostOpen = 0;
  const fetchPage: FetchPage = async (url) => {
    const path = url.replace(BASE, "");
    fetched.push(path);
    mostOpen = Math.max(mostOpen, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    const html = site[path] ?? fail(404);
    if (html instanceof Error) throw html;
    const format = detectFormat({ contentType: "text/html", text: html, url }) ?? "html";
    return {
      url,
      status: 200,
      html,
      format,
      document: parseDocument(html, { url, format }),
      fetchedAt: new Date(NOW).toISOString(),
    };
  };
  return {
    fetchPage,
    now: () => NOW,
    signal: new AbortController().signal,
    fetched,
    mostOpen: () => mostOpen,
  };
};

/** Runs to the end; between any two calls the state goes through JSON, as it does between workers. */
export const collect = async (site: Site, plan: CollectionPlan) => {
  const deps = createDeps(site);
  const batches: CollectionBatch[] = [];
  let state: CollectionState = startCollection(plan);
  for (let calls = 0; calls < 500; calls++) {
    const before = JSON.stringify(state);
    const batch = await collectNext(deps, plan, state);
    expect(JSON.stringify(state)).toBe(before);
    batches.push(batch);
    state = JSON.parse(JSON.stringify(batch.state)) as CollectionState;
    if (!batch.done) continue;
    const items = batches.flatMap((each) => each.items);
    const logs = batches.flatMap((each) => each.logs.map(({ level, message }) => `${level} ${message}`));
    expect(state.items).toBe(items.length);
    return { items, logs, fetched: deps.fetched, pages: state.pages, batches, mostOpen: deps.mostOpen() };
  }
  throw new Error("does not end");
};

export const list = (names: readonly string[], next?: string) =>
  `<ul>${names.map((name) => `<li><a href="/item/${name}">${name}</a></li>`).join("")}</ul>${next ? `<a rel="next" href="${next}">next</a>` : ""}`;
export const detail = (name: string) => `<h1>${name} in full</h1><p class="price">£${name.length}.50</p>`;

export const SHOP: Site = {
  "/": list(["a", "bb"], "/p2"),
  "/p2": list(["ccc"], "/p3#top"),
  "/p3": list(["dddd", "eeeee"], "/"),
  ...Object.fromEntries(["a", "bb", "ccc", "dddd", "eeeee"].map((name) => [`/item/${name}`, detail(name)])),
};
export const NAMES: Step = {
  type: "extract",
  label: "names",
  selector: "li",
  fields: ["name: a", "url: a@href"],
};
export const PAGINATE: Step = { type: "paginate" };
export const FOLLOW: Step = {
  type: "follow",
  selector: "a",
  steps: [{ type: "extract", fields: ["full: h1", "price"] }],
};
