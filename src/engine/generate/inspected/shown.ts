/** Where the values of a flow stand on an inspected page. */
import { type AnyNode, isTag } from "domhandler";
import { type Field, parseField } from "../../../contract/fields.ts";
import type { GeneratedFlow } from "../../../contract/generate.ts";
import type { FieldPlace, PickedPlaces } from "../../../contract/recordExamples.ts";
import { compileSelector, extractRecords, findTitle } from "../../extract/extract.ts";
import { extractStepOf } from "../draft.ts";
import { previewOf } from "../preview.ts";
import type { MarkedPage } from "./read.ts";

/** Records whose places are told. */
const MAX_TOLD = 300;

/** The number of each value's element, of each record, so that they can be shown where they stand. */
const tellPlaces = (
  { document, numbers }: MarkedPage,
  { steps, outputSchema }: GeneratedFlow,
  now: number,
): PickedPlaces | null => {
  const step = extractStepOf(steps);
  if (!step) return null;
  const fields = (step.fields ?? []).map(parseField);
  const { elements } = extractRecords(document, {
    selector: step.selector,
    fields: [],
    schema: outputSchema,
    now,
  });
  const shown = elements.slice(0, MAX_TOLD);
  const numberOf = (element: AnyNode | undefined): number | null =>
    (element && isTag(element) && numbers.get(element)) || null;
  return {
    records: shown.map(numberOf),
    fields: fields.map(({ name, source }) => {
      const find =
        source &&
        (source.selector === "" ? (record: AnyNode) => [record] : compileSelector(source.selector, true));
      return { field: name, nodes: shown.map((record) => (find ? numberOf(find(record)[0]) : null)) };
    }),
  };
};
/** The flow with where each of its values stands on the inspected page. */
export const withPlaces = (page: MarkedPage, flow: GeneratedFlow, now: number): GeneratedFlow => {
  const places = tellPlaces(page, flow, now);
  return flow.preview && places ? { ...flow, preview: { ...flow.preview, places } } : flow;
};

/** How a field of a flow is found, in plain words, and in how many of the records. */
const placeOf = (field: Field, records: readonly Readonly<Record<string, unknown>>[]): FieldPlace => {
  const { name, source } = field;
  const filled = records.filter((record) => record[name] !== null && record[name] !== undefined).length;
  const found =
    source === null
      ? "by its name, wherever the page shows it"
      : source.attribute === null
        ? `the text of "${source.selector || "the record"}"`
        : `the attribute ${source.attribute} of "${source.selector || "the record"}"`;
  return {
    field: name,
    confidence: Number((filled / Math.max(1, records.length)).toFixed(2)),
    found: found.slice(0, 500),
  };
};

/** A flow that is there already, with what it collects from the page. */
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
  const fields = read.fields.map((text) => placeOf(parseField(text), preview.records));
  const flow: GeneratedFlow = { name, description: "", url, mode: "extract", steps, outputSchema };
  return withPlaces(page, { ...flow, preview: { ...preview, fields } }, now);
};
