/** A flow is written for a page of the world and run there, end to end, by the engine. */

import type { GeneratedFlow } from "../../../../../src/contract/extraction/generate.ts";
import { FlowDefinition } from "../../../../../src/contract/flows/flowDefinition.ts";
import {
  type CollectionDeps,
  collectNext,
  startCollection,
} from "../../../../../src/engine/collection/index.ts";
import { TargetError } from "../../../../../src/engine/egress/index.ts";
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { generateFlow, resultsAddress } from "../../../../../src/engine/generate/index.ts";
import { PAGES, SITE } from "./pages.ts";

const NOW = Date.UTC(2026, 10, 21);

const documentAt = (url: string) => parseDocument(PAGES.get(url) ?? "", { url });

/** The flow for a prompt on a page; the page that its search leads to is looked at, as the service does. */
export const generate = (path: string, prompt: string): GeneratedFlow => {
  const url = SITE + path;
  const document = documentAt(url);
  const address = resultsAddress(document, prompt);
  const results =
    address !== null && PAGES.has(address) ? { url: address, document: documentAt(address) } : null;
  const flow = generateFlow({ url, document, isRendered: false, results }, prompt, NOW);
  if (!flow) throw new Error(`no flow was written for ${path}`);
  return flow;
};

const fetchPage: CollectionDeps["fetchPage"] = async (url) => {
  const html = PAGES.get(url);
  if (html === undefined)
    throw new TargetError("target-failed", `${url} answered 404`, { retryable: false, httpStatus: 404 });
  return {
    url,
    status: 200,
    html,
    document: parseDocument(html, { url }),
    fetchedAt: new Date(NOW).toISOString(),
  };
};

/** What a run of the flow collects. */
export const runFlow = async (flow: GeneratedFlow): Promise<Record<string, unknown>[]> => {
  const { url, steps, outputSchema, limits } = FlowDefinition.parse(flow);
  const plan = {
    url,
    mode: "extract" as const,
    render: "static" as const,
    steps,
    outputSchema,
    limits: { maxPages: 100, maxItems: limits.maxItems ?? 1_000 },
  };
  const deps: CollectionDeps = {
    fetchPage,
    fetchFile: () => Promise.reject(new Error("these flows open pages only")),
    now: () => NOW,
    signal: new AbortController().signal,
  };
  const items: Record<string, unknown>[] = [];
  for (let state = startCollection(plan); ; ) {
    const batch = await collectNext(deps, plan, state);
    items.push(...batch.items);
    if (batch.done) return items;
    if (batch.needsBrowser) throw new Error("this flow needs a browser");
    state = batch.state;
  }
};
