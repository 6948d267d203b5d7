import { Extraction, ExtractQuery, ExtractRequest } from "../extract.ts";
import { GeneratedFlow, GenerateRequest } from "../generate.ts";
import type { Operation } from "../operation.ts";

export const EXTRACTION_OPERATIONS = {
  extract: {
    method: "POST",
    path: "/extract",
    tag: "Extraction",
    summary: "Get structured data from a page, without a flow",
    description:
      "Works with no AI model: structured data in the page, repeated records, labels, tables and main content. " +
      "A page about one thing gives one item, a list page one for each record. A field that is not found is null.",
    scope: "extract:write",
    query: ExtractQuery,
    body: ExtractRequest,
    success: { status: 200, description: "What the page holds.", data: Extraction },
    errors: ["target-refused", "target-failed", "timeout"],
    touches: { table: "write" },
    memoryMb: 1024,
    timeoutSeconds: 28,
  },
  generateFlow: {
    method: "POST",
    path: "/generate",
    tag: "Extraction",
    summary: "Turn a sentence into a flow definition",
    scope: "extract:write",
    body: GenerateRequest,
    success: { status: 200, description: "A flow that can be created as it is.", data: GeneratedFlow },
    errors: ["target-refused", "not-configured"],
    touches: { table: "write" },
  },
} as const satisfies Record<string, Operation>;
