/** Runs generated flows with the engine on stored pages, without a network. */

import type { GeneratedFlow } from "../../src/contract/extraction/generate.ts";
import { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import { type CollectionPlan, collectNext, startCollection } from "../../src/engine/collection/index.ts";
import type { PageDocument } from "../../src/engine/extract/extract.ts";

const MAX_ITEMS = 10_000;

/** The items that the flow extracts from the page. */
export const collectItems = async (
  flow: GeneratedFlow,
  parse: () => PageDocument,
  url: string,
  now: number,
): Promise<readonly Record<string, unknown>[]> => {
  const { steps, outputSchema, limits } = FlowDefinition.parse(flow);
  const plan: CollectionPlan = {
    url,
    mode: "extract",
    render: "static",
    steps: steps.filter(({ type }) => type === "navigate" || type === "extract"),
    outputSchema,
    limits: { maxPages: 1, maxItems: limits.maxItems ?? MAX_ITEMS },
  };
  const fetchedAt = new Date(now).toISOString();
  const deps = {
    fetchPage: async () => ({ url, status: 200, html: "", document: parse(), fetchedAt }),
    fetchFile: () => Promise.reject(new Error("these flows open pages only")),
    now: () => now,
    signal: new AbortController().signal,
  };
  const { items } = await collectNext(deps, plan, startCollection(plan));
  return items;
};
