/** Where the examples that a flow was made from stand on its page today. */

import { parseField } from "../../../contract/fields.ts";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import type { PageDocument } from "../../extract/extract.ts";
import type { Learned } from "../../extract/slots/healing/index.ts";
import { extractStepOf } from "../draft.ts";
import { generateFromExamples } from "./index.ts";

/** Null where the page does not hold them. */
export const learnFromExamples = (
  document: PageDocument,
  url: string,
  examples: readonly ExampleRecord[],
  now: number,
): Learned | null => {
  const { flow } = generateFromExamples({ url, document, isRendered: false }, examples, undefined, now);
  const step = extractStepOf(flow?.steps ?? []);
  if (!step) return null;
  const places = flow?.preview?.fields ?? [];
  return {
    selector: step.selector ?? null,
    fields: new Map((step.fields ?? []).map((text) => [parseField(text).name, text])),
    confidence: Math.min(1, ...places.map(({ confidence }) => confidence)),
  };
};
