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
      "Works without an AI model: reads structured data, repeated records, labels, tables and main content. " +
      "A page about one thing returns one item; a list returns one item per record. Fields that are not found are null. " +
      "Also reads JSON, feeds, XML, CSV and plain text. Pages loaded by scripts are opened in a browser. " +
      "If a model is configured, it is used for missing values, and only values that appear on the page are accepted.",
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
      "Fetches the page, finds what you describe and writes selectors, which are checked against the page. Works without an AI " +
      "model; if one is configured, its proposal is checked the same way. The prompt can name fields, limits " +
      '("first 20", "top 5 pages"), a schedule ("every day at 6") and what to monitor ("when the price drops below 20"). ' +
      "With `examples`, records with values as shown on the page, it finds each value in a list, " +
      "all of whose records are then collected, or on the page itself. Missing or ambiguous values are listed in `notes`, never guessed.",
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
