import { Extraction, ExtractQuery, ExtractRequest } from "../extract.ts";
import { GeneratedFlow, GenerateRequest } from "../generate.ts";
import type { Operation } from "../operation.ts";

export const EXTRACTION_OPERATIONS = {
  extract: {
    method: "POST",
    path: "/extract",
    tag: "Extraction",
    summary: "Extract data from a page",
    description:
      "Works with no AI model: structured data in the page, repeated records, labels, tables and main content. " +
      "A page about one thing gives one item, a list page one for each record. A field that is not found is null. " +
      "JSON, feeds, XML, CSV and plain text are read as what they are. A page that its scripts fill in is opened in a browser. " +
      "Where a model is configured, it is asked for what is missing, and only what stands on the page is taken from it.",
    scope: "extract:write",
    query: ExtractQuery,
    body: ExtractRequest,
    success: { status: 200, description: "The page's data.", data: Extraction },
    errors: [
      "target-refused",
      "target-unsupported",
      "robots-disallowed",
      "target-failed",
      "not-configured",
      "timeout",
    ],
    touches: { table: "write", browser: true, model: true },
    memoryMb: 2048,
    timeoutSeconds: 28,
  },
  generateFlow: {
    method: "POST",
    path: "/generate",
    tag: "Extraction",
    summary: "Generate a flow from a description or examples",
    description:
      "Opens the page, finds what the sentence asks for and writes selectors that are checked on the page, with no AI " +
      "model; where one is configured, its proposal is checked the same way. The sentence may name fields, limits " +
      '("first 20", "top 5 pages"), a schedule ("every day at 6") and what to watch for ("when the price drops below 20"). ' +
      "With `examples`, records as a person reads them on the page, each value is found where it stands: in a list, " +
      "whose records are all read, or on the page itself. A value that is not there or stands in several places is told in `notes`, never guessed.",
    scope: "extract:write",
    body: GenerateRequest,
    success: { status: 200, description: "A flow definition, ready for POST /flows.", data: GeneratedFlow },
    errors: [
      "target-refused",
      "target-unsupported",
      "robots-disallowed",
      "quota-exceeded",
      "target-failed",
      "model-failed",
      "not-configured",
      "unavailable",
      "timeout",
    ],
    touches: { table: "write", browser: true, model: true },
    memoryMb: 2048,
    timeoutSeconds: 28,
  },
} as const satisfies Record<string, Operation>;
