/** The page of an inspection as a source of flows. It is not opened again. */

import type { GeneratedFlow } from "../../../contract/extraction/generate.ts";
import type { InspectRequest } from "../../../contract/extraction/inspections.ts";
import type {
  InspectedPage,
  InspectedPageSource,
  ShownFlow,
  SourcePage,
} from "../../../domain/generate/source.ts";
import type { Deadline } from "../../../domain/shared/deadline.ts";
import { isClientRendered } from "../../../engine/collection/shell.ts";
import {
  extractRecords,
  type Field,
  type PageDocument,
  parseDocument,
  parseField,
} from "../../../engine/extract/extract.ts";
import {
  type GeneratePage,
  generateFromPicks,
  type MarkedPage,
  type Proposal,
  readMarked,
  showFlow,
  withPlaces,
} from "../../../engine/generate/index.ts";
import { readWithin } from "./pageErrors.ts";

/** Share of a flow's values that must be found without a browser, for the flow not to need one. Set by hand. */
const ENOUGH = 0.9;

const recordsOf = (document: PageDocument, { steps, outputSchema }: GeneratedFlow, now: number) => {
  const step = steps.find(({ type }) => type === "extract");
  if (step?.type !== "extract") return null;
  const fields: Field[] = (step.fields ?? []).map(parseField);
  return extractRecords(document, { selector: step.selector, fields, schema: outputSchema, now }).records;
};

/** Whether the HTML as sent contains what the page shows after its scripts ran. */
const holdsTheSame = (
  plain: PageDocument,
  shown: PageDocument,
  flow: GeneratedFlow,
  now: number,
): boolean => {
  const wanted = recordsOf(shown, flow, now);
  const found = recordsOf(plain, flow, now);
  if (!wanted || !found) return !isClientRendered(plain);
  const cells = wanted.flatMap((record, at) =>
    Object.entries(record).map(
      ([name, value]) => JSON.stringify(found[at]?.[name]) === JSON.stringify(value),
    ),
  );
  return cells.filter(Boolean).length >= ENOUGH * cells.length;
};

const inBrowser = (flow: GeneratedFlow): GeneratedFlow =>
  flow.mode === "extract"
    ? { ...flow, mode: "interact" }
    : flow.mode === "monitor"
      ? { ...flow, render: "browser" }
      : flow;

/** The inspection's steps come after the page is opened and before it is read. */
const withSteps = (flow: GeneratedFlow, { steps = [] }: InspectRequest): GeneratedFlow => {
  if (steps.length === 0) return flow;
  const [first, ...rest] = flow.steps;
  return {
    ...flow,
    steps: first?.type === "navigate" ? [first, ...steps, ...rest] : [...steps, ...flow.steps],
  };
};

/** @param sourceOf makes a source of any page */
export const inspectedSource = (
  { request, kept, timezone }: InspectedPage,
  others: readonly { readonly url: string; readonly document: PageDocument }[],
  deadline: Deadline,
  sourceOf: (page: GeneratePage) => SourcePage<Proposal>,
): InspectedPageSource => {
  const marked: MarkedPage = readWithin(deadline, () => readMarked(kept.html, kept.url));
  const { url } = request;
  const page: GeneratePage = { url, timezone, document: marked.document, isRendered: false };
  const source = sourceOf(page);
  const wantsBrowser = (flow: GeneratedFlow, now: number): boolean => {
    const { render, steps = [] } = request;
    if (steps.length > 0 || render === "browser") return true;
    if (render === "static") return false;
    const { plain } = kept;
    return !plain || !holdsTheSame(parseDocument(plain.html, { url: plain.url }), marked.document, flow, now);
  };
  const complete = (flow: GeneratedFlow): GeneratedFlow =>
    readWithin(deadline, () => {
      const now = Date.now();
      const placed = withPlaces(marked, flow, now);
      return withSteps(wantsBrowser(flow, now) ? inBrowser(placed) : placed, request);
    });
  const completeShown = (shown: ShownFlow): ShownFlow => ({
    ...shown,
    flow: shown.flow && complete(shown.flow),
  });
  return {
    ...source,
    generate: (prompt, takesLess) => {
      const flow = source.generate(prompt, takesLess);
      return flow && complete(flow);
    },
    generateShown: (examples, prompt) => completeShown(source.generateShown(examples, prompt)),
    check: (prompt, proposal) => {
      const checked = source.check(prompt, proposal as Proposal);
      return { ...checked, flow: checked.flow && complete(checked.flow) };
    },
    show: (flow) => readWithin(deadline, () => showFlow(marked, flow, request.url, Date.now())),
    hasNode: (node) => marked.elements.has(node),
    generatePicked: (picks, prompt) =>
      completeShown(
        readWithin(deadline, () => generateFromPicks(marked, page, picks, prompt, Date.now(), others)),
      ),
  } as InspectedPageSource;
};
