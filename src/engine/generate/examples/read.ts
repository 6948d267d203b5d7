/** What a page holds of the kind that examples show, without a flow. */
import { parseField } from "../../../contract/fields.ts";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import { extractRecords, type PageDocument, withDataElements } from "../../extract/extract.ts";
import { extractStepOf } from "../draft.ts";
import { generateFromExamples } from "./index.ts";

interface ShownValue {
  readonly source: "example";
  readonly confidence: number;
  readonly path: string;
}

interface ShownRecords {
  readonly results: readonly {
    readonly item: Readonly<Record<string, unknown>>;
    readonly provenance: Readonly<Record<string, ShownValue>>;
  }[];
  /** A sentence for each field whose example is not on the page, or in several places. */
  readonly warnings: readonly string[];
}

/** The records of a page that are like the examples, each value with how it was found. */
export const readLikeExamples = (
  url: string,
  document: PageDocument,
  examples: readonly ExampleRecord[],
  instructions: string | undefined,
  now: number,
): ShownRecords => {
  const { flow, problems } = generateFromExamples(
    { url, document, isRendered: false },
    examples,
    instructions,
    now,
  );
  const warnings = (flow?.notes ?? problems).map(({ field, why }) => `${field}: ${why}`);
  const step = extractStepOf(flow?.steps ?? []);
  if (!flow || !step)
    return {
      results: [],
      warnings: warnings.length > 0 ? warnings : ["No record of the page holds the values of each example."],
    };
  const fields = (step.fields ?? []).map(parseField);
  const query = { selector: step.selector, fields, schema: flow.outputSchema, now };
  const { records } = extractRecords(withDataElements(document), query);
  const places = new Map((flow.preview?.fields ?? []).map((place) => [place.field, place]));
  const results = records
    .filter((item) => Object.values(item).some((value) => value !== null))
    .map((item) => ({
      item,
      provenance: Object.fromEntries(
        Object.entries(item)
          .filter(([, value]) => value !== null)
          .map(([name]) => {
            const { confidence = 0, found = "" } = places.get(name) ?? {};
            return [name, { source: "example" as const, confidence, path: found }];
          }),
      ),
    }));
  return { results, warnings };
};
