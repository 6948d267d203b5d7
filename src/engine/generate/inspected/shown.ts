/** Locates the values of a flow on an inspected page. */
import { type AnyNode, isTag } from "domhandler";
import type { GeneratedFlow } from "../../../contract/extraction/generate.ts";
import { parseField } from "../../../contract/fields/fields.ts";
import type { Question } from "../../../contract/fields/questions.ts";
import { compileSelector, extractData, findTitle } from "../../extract/extract.ts";
import { extractStepOf } from "../draft.ts";
import { readIntent } from "../intent.ts";
import { draftDetail } from "../page/detail.ts";
import { nextUrlOf } from "../page/paging.ts";
import { placeOf, previewOf, readStep, tellSource } from "../preview.ts";
import type { MarkedPage } from "./read.ts";

/** Max records to locate. */
const MAX_TOLD = 300;

/** The element of the first record, or of the page, that a field reads. */
const nodeOf = ({ numbers }: MarkedPage, record: AnyNode, where: string): number | null => {
  const { source } = parseField(where);
  if (!source) return null;
  const element = source.selector === "" ? record : compileSelector(source.selector, true)(record)[0];
  return (element && isTag(element) && numbers.get(element)) || null;
};

const withNodes = (
  page: MarkedPage,
  record: AnyNode,
  questions: readonly Question[],
): GeneratedFlow["questions"] =>
  questions.map(({ field, candidates }) => ({
    field,
    candidates: candidates.map((candidate) => {
      const node = nodeOf(page, record, candidate.where);
      return { ...candidate, ...(node !== null && { node }) };
    }),
  }));

/** What the page leaves open about the thing that it is about, before anybody asked for a field. */
export const askAbout = (page: MarkedPage, now: number): GeneratedFlow["questions"] => {
  const { document } = page;
  if (extractData(document, { now }).kind === "list") return [];
  const questions = draftDetail(document, readIntent(""), now)?.questions ?? [];
  return withNodes(page, document.root, questions);
};

/** Adds the element number of each record and value, to show them on the page. */
export const withPlaces = (marked: MarkedPage, flow: GeneratedFlow, now: number): GeneratedFlow => {
  const { document, numbers } = marked;
  const step = extractStepOf(flow.steps);
  if (!flow.preview || !step) return flow;
  const { elements } = readStep(document, { selector: step.selector }, flow.outputSchema, now);
  const shown = elements.slice(0, MAX_TOLD);
  const numberOf = (element: AnyNode | undefined): number | null =>
    (element && isTag(element) && numbers.get(element)) || null;
  const fields = (step.fields ?? []).map(parseField).map(({ name, source }) => {
    const find = source?.selector ? compileSelector(source.selector, true) : (record: AnyNode) => [record];
    return { field: name, nodes: shown.map((record) => (source ? numberOf(find(record)[0]) : null)) };
  });
  const places = { records: shown.map(numberOf), fields };
  const [first] = shown;
  const questions = first && flow.questions && withNodes(marked, first, flow.questions);
  const paging = flow.steps.find(({ type }) => type === "paginate");
  const nextUrl = paging?.type === "paginate" ? nextUrlOf(document, flow.url, paging) : null;
  return {
    ...flow,
    ...(questions && { questions }),
    preview: { ...flow.preview, places, ...(nextUrl !== null && { nextUrl }) },
  };
};

/** An existing flow with a preview of what it collects from the page. */
export const showFlow = (
  page: MarkedPage,
  { steps, outputSchema }: Pick<GeneratedFlow, "steps" | "outputSchema">,
  url: string,
  now: number,
): GeneratedFlow => {
  const extract = extractStepOf(steps);
  const read = { ...extract, fields: extract?.fields ?? Object.keys(outputSchema) };
  const name = (findTitle(page.document)?.claim.text ?? url).slice(0, 200);
  const preview = previewOf(page.document, [read], outputSchema, [], now);
  const fields = read.fields.map(parseField).map((field) => {
    const { records } = preview;
    const filled = records.filter((record) => record[field.name] != null).length;
    return placeOf(field.name, tellSource(field), filled / Math.max(1, records.length));
  });
  const flow: GeneratedFlow = { name, description: "", url, mode: "extract", steps, outputSchema };
  return withPlaces(page, { ...flow, preview: { ...preview, fields } }, now);
};
