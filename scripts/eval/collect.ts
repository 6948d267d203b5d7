/** Runs generated flows with the engine on stored pages, without a network. */
import { FlowDefinition } from "../../src/contract/flowDefinition.ts";
import type { GeneratedFlow } from "../../src/contract/generate.ts";
import {
  type CollectionDeps,
  type CollectionPlan,
  collectNext,
  startCollection,
} from "../../src/engine/collection/index.ts";
import { TargetError } from "../../src/engine/egress/index.ts";
import type { PageDocument } from "../../src/engine/extract/extract.ts";

const MAX_ITEMS = 10_000;

const fetchFile: CollectionDeps["fetchFile"] = () => Promise.reject(new Error("these flows open pages only"));

const planOf = (
  { steps, outputSchema, limits }: FlowDefinition,
  url: string,
  types: readonly string[],
  maxPages: number,
): CollectionPlan => ({
  url,
  mode: "extract",
  render: "static",
  steps: steps.filter(({ type }) => types.includes(type)),
  outputSchema,
  limits: { maxPages, maxItems: limits.maxItems ?? MAX_ITEMS },
});

const pageOf = (url: string, document: PageDocument, now: number) => ({
  url,
  status: 200,
  html: "",
  document,
  fetchedAt: new Date(now).toISOString(),
});

/** The items that the flow extracts from the page. */
export const collectItems = async (
  flow: GeneratedFlow,
  parse: () => PageDocument,
  url: string,
  now: number,
): Promise<readonly Record<string, unknown>[]> => {
  const plan = planOf(FlowDefinition.parse(flow), url, ["navigate", "extract"], 1);
  const fetchPage: CollectionDeps["fetchPage"] = async () => pageOf(url, parse(), now);
  const deps: CollectionDeps = { fetchPage, fetchFile, now: () => now, signal: new AbortController().signal };
  const { items } = await collectNext(deps, plan, startCollection(plan));
  return items;
};

/** The URL that a run of the flow opens next; null if the page is the last. */
export const openNext = async (
  flow: GeneratedFlow,
  parse: () => PageDocument,
  url: string,
  now: number,
): Promise<string | null> => {
  const plan = planOf(FlowDefinition.parse(flow), url, ["navigate", "extract", "paginate"], 2);
  let asked: string | null = null;
  const fetchPage: CollectionDeps["fetchPage"] = async (next) => {
    if (next === url) return pageOf(url, parse(), now);
    asked = next;
    throw new TargetError("target-failed", "no further page lies here", {
      retryable: false,
      httpStatus: 404,
    });
  };
  const deps: CollectionDeps = { fetchPage, fetchFile, now: () => now, signal: new AbortController().signal };
  try {
    for (let state = startCollection(plan); ; ) {
      const batch = await collectNext(deps, plan, state);
      if (batch.done || batch.needsBrowser) return asked;
      state = batch.state;
    }
  } catch (error) {
    if (asked === null) throw error;
    return asked;
  }
};
