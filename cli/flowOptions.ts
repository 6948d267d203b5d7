import type { FlowDefinition, FlowMode } from "../client/index.ts";
import { urlOf } from "./addresses.ts";
import { UsageError } from "./failure.ts";
import { parseSchema } from "./schema.ts";

/** Options of `flows create` from which a flow is built. */
export interface FlowOptions {
  readonly name?: string;
  readonly page?: string;
  readonly mode?: FlowMode;
  readonly selector?: string;
  readonly schema?: string;
  readonly field?: readonly string[];
  readonly next?: string;
  /** File with the list of URLs to open. */
  readonly urls?: string;
  readonly every?: string;
  readonly activate?: true;
}

/** @returns the file. @throws UsageError if options also describe a flow */
export const refuseBoth = (file: string, { activate: _, urls: __, ...options }: FlowOptions): string => {
  const [given] = Object.keys(options);
  if (given === undefined) return file;
  throw new UsageError(`Give a file or options, not both: --${given} belongs in ${file}.`);
};

/** @throws UsageError that names the missing option */
export const flowOf = (options: FlowOptions): FlowDefinition => {
  const { name, page: typed, mode = "extract", selector, schema, field, next, every } = options;
  if (typed === undefined)
    throw new UsageError("Give a file, or the URL the flow starts from: --page https://…");
  const page = urlOf(typed);
  if (!URL.canParse(page)) throw new UsageError(`"${page}" is not a URL.`);
  if (next !== undefined && field && selector === undefined)
    throw new UsageError("--next needs --selector, the element of each record.");
  const steps: NonNullable<FlowDefinition["steps"]> = [
    ...(selector === undefined && field === undefined
      ? []
      : [{ type: "extract" as const, selector, ...(field && { fields: [...field] }) }]),
    ...(next === undefined ? [] : [{ type: "paginate" as const, selector: next }]),
  ];
  return {
    name: name ?? new URL(page).hostname,
    url: page,
    mode,
    ...(steps.length > 0 && { steps }),
    ...(schema !== undefined && { outputSchema: parseSchema(schema) }),
    ...(every !== undefined && { schedule: { every } }),
  };
};
