/** What is written for one page before it becomes a flow. */
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { Step } from "../../contract/steps.ts";
import type { CoerceContext, PageDocument } from "../extract/extract.ts";

export type ExtractStep = Extract<Step, { type: "extract" }>;

/** What was written for one page, and has been checked on it. */
export interface Draft {
  readonly steps: readonly ExtractStep[];
  readonly outputSchema: OutputSchema;
  /** Asked for, and not found. */
  readonly missing: readonly string[];
  /** Of these, those whose values were read, and that no selector reaches. */
  readonly unreached?: readonly string[];
  /** Records that the steps find on the page. */
  readonly count: number;
}

/** The step of a flow that collects first; undefined where none does. */
export const extractStepOf = (steps: readonly Step[]): ExtractStep | undefined =>
  steps.find((step): step is ExtractStep => step.type === "extract");

/** How the texts of a page are read. */
export const contextOf = ({ baseUrl, language }: PageDocument, now: number): CoerceContext => ({
  baseUrl,
  language,
  now,
});

/** Whether a value is one at all. */
export const isThere = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
