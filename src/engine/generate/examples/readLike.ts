/** Reads a page's records by examples, without a flow that is kept. */
import type { ShownRecord } from "../../../contract/fields/recordExamples.ts";
import type { PageDocument } from "../../extract/extract.ts";
import { type ExtractStep, extractStepOf } from "../draft.ts";
import { readSteps } from "../preview.ts";
import { generateFromExamples } from "./index.ts";

interface ReadRecord {
  readonly item: Readonly<Record<string, unknown>>;
  /** How each value was found. */
  readonly provenance: Readonly<
    Record<string, { readonly source: "example"; readonly confidence: number; readonly path: string }>
  >;
}

const NO_RECORD = "No record on the page contains all values of an example.";

/** The records of a page that are like the examples, with a warning for each field that was not found. */
export const readLikeExamples = (
  url: string,
  document: PageDocument,
  examples: readonly ShownRecord[],
  instructions: string | undefined,
  now: number,
  others: readonly { readonly url: string; readonly document: PageDocument }[] = [],
): { readonly results: readonly ReadRecord[]; readonly warnings: readonly string[] } => {
  const page = { url, document, isRendered: false };
  const siblings = others.map((other) => ({ ...other, sibling: true as const }));
  const { flow, problems } = generateFromExamples(page, examples, instructions, now, siblings);
  const warnings = (flow?.notes ?? problems).map(({ field, why }) => `${field}: ${why}`);
  const step = extractStepOf(flow?.steps ?? []);
  if (!flow || !step) return { results: [], warnings: warnings.length > 0 ? warnings : [NO_RECORD] };
  const origins = new Map(
    flow.preview?.fields.map(({ field, confidence, found }) => [
      field,
      { source: "example" as const, confidence, path: found },
    ]),
  );
  const steps = flow.steps.filter(({ type }) => type === "extract") as ExtractStep[];
  const results = readSteps(document, steps, flow.outputSchema, now).records.flatMap((item): ReadRecord[] => {
    const known = Object.keys(item).filter((name) => item[name] !== null);
    const places = known.flatMap((name) => {
      const place = origins.get(name);
      return place ? [[name, place] as const] : [];
    });
    return known.length > 0 ? [{ item, provenance: Object.fromEntries(places) }] : [];
  });
  return { results, warnings };
};
