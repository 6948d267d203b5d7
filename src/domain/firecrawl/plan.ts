/** What a request asks for, as a flow that is not stored. */

import { DomainError } from "../../contract/errors.ts";
import { isJsonSchema, readJsonSchema } from "../../contract/fields/jsonSchema.ts";
import type { DescribedSchema } from "../../contract/fields/outputSchema.ts";
import type { FirecrawlScrapeOptions } from "../../contract/firecrawl/requests.ts";
import { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import { RECORD } from "../../contract/permissions.ts";
import { regexFault } from "../../contract/steps/addressPatterns.ts";
import type { NestedStep, Step } from "../../contract/steps/steps.ts";
import { parseInput } from "../shared/parse.ts";
import { readActions } from "./actions.ts";
import { LIST_FIELD, PAGE_LABEL } from "./labels.ts";
import { readFormats, refusePromises, tellIgnoredOnPages, type Wanted } from "./options.ts";
import { readRequest } from "./request.ts";

type PageStep = Extract<NestedStep, { type: "extract" }>;

export interface PagePlan {
  readonly step: PageStep;
  readonly actions: readonly Step[];
  readonly outputSchema: DescribedSchema;
  /** Whether the schema is a list: its records are the data. */
  readonly isList: boolean;
  readonly request: NonNullable<FlowDefinition["request"]>;
  readonly render: FlowDefinition["render"];
  readonly permissions: FlowDefinition["permissions"];
  readonly wanted: Wanted;
  readonly warnings: readonly string[];
}

/** The fields of a JSON Schema, and a sentence on each that has no equivalent. */
export const readSchema = (schema: Readonly<Record<string, unknown>> | null) => {
  const warnings: string[] = [];
  if (schema === null) return { outputSchema: {}, isList: false, warnings };
  const isList = schema.type === "array";
  const read = isJsonSchema(schema)
    ? readJsonSchema(schema, (path, why) => {
        warnings.push(`\`${path}\` of the schema was left out: ${why} has no equivalent.`);
        return null;
      })
    : readJsonSchema({ type: "object", properties: schema }, (path, why) => {
        warnings.push(`\`${path}\` of the schema was left out: ${why} has no equivalent.`);
        return null;
      });
  const outputSchema: DescribedSchema = isList ? { [LIST_FIELD]: [read] } : read;
  return { outputSchema: Object.keys(read).length === 0 ? {} : outputSchema, isList, warnings };
};

const NO_MODEL = "`summary` is the page's own description, or its first sentences: no model writes one.";

/** @throws FirecrawlError for what is not offered · DomainError `invalid-request` */
export const planPage = (options: FirecrawlScrapeOptions): PagePlan => {
  refusePromises(options);
  const wanted = readFormats(options);
  const { includeTags, excludeTags, onlyMainContent, waitFor } = options;
  const actions = readActions(options.actions ?? []);
  const { outputSchema, isList, warnings } = readSchema(wanted.schema);
  const step: PageStep = {
    type: "extract",
    label: PAGE_LABEL,
    as: "page",
    outputs: [...new Set([...wanted.outputs, "metadata" as const])],
    ...(includeTags && includeTags.length > 0 && { includeTags }),
    ...(excludeTags && excludeTags.length > 0 && { excludeTags }),
    ...(onlyMainContent === false && { onlyMainContent }),
    ...(wanted.attributes.length > 0 && { attributes: [...wanted.attributes] }),
    ...(wanted.prompt && { instructions: wanted.prompt.slice(0, 2_000) }),
    ...(wanted.outputs.includes("json") && { useModel: true }),
    ...(wanted.fullPage && { fullPage: true }),
    ...(waitFor && { waitMs: waitFor }),
  };
  const asked = readRequest(options);
  const isActing = actions.some(({ type }) => type !== "extract");
  return {
    step,
    actions,
    outputSchema,
    isList,
    request: asked.request,
    permissions: options.permissions ?? RECORD,
    render: isActing || wanted.outputs.includes("screenshot") || waitFor ? "browser" : "auto",
    wanted,
    warnings: [
      ...tellIgnoredOnPages(options),
      ...asked.warnings,
      ...warnings,
      ...(wanted.isSummary ? [NO_MODEL] : []),
    ],
  };
};

/** How the answer is shown. */
export const shownOf = ({ jsonAs, isSummary, showsMarkdown }: Wanted) => ({
  jsonAs,
  isSummary,
  showsMarkdown,
});

/** A flow's definition with its defaults. @throws DomainError `invalid-request` */
export const toFlow = (given: {
  readonly name: string;
  readonly url: string;
  readonly steps: readonly Step[];
  readonly render: FlowDefinition["render"];
  readonly request: PagePlan["request"];
  readonly permissions: PagePlan["permissions"];
  readonly outputSchema: DescribedSchema;
  readonly limits?: FlowDefinition["limits"];
  readonly pace?: FlowDefinition["pace"];
}): FlowDefinition =>
  parseInput(FlowDefinition, { ...given, name: given.name.slice(0, 200), mode: "extract" }, "body");

/** Regular expressions for paths, as patterns of a crawl. @throws DomainError `invalid-request` */
export const toPatterns = (
  field: string,
  sources: readonly string[] | null | undefined,
  isOfUrl: boolean,
): string[] =>
  (sources ?? []).map((source, at) => {
    const fault = regexFault(source);
    if (fault === null) return `${isOfUrl ? "url-regex" : "regex"}:${source}`;
    throw new DomainError("invalid-request", `${field}[${at}] ${fault}.`, {
      details: [{ path: `${field}[${at}]`, message: fault }],
    });
  });
