/** The extract steps for one page, before they become a flow. */
import type { OutputSchema } from "../../contract/fields/outputSchema.ts";
import type { Question } from "../../contract/fields/questions.ts";
import type { Step } from "../../contract/steps/steps.ts";
import { isEmpty } from "../extract/extract.ts";

export type ExtractStep = Extract<Step, { type: "extract" }>;

/** The extract steps for one page, checked on it. */
export interface Draft {
  readonly steps: readonly ExtractStep[];
  readonly outputSchema: OutputSchema;
  /** Requested fields that were not found. */
  readonly missing: readonly string[];
  /** The missing fields whose values were read, but by no selector. */
  readonly unreached?: readonly string[];
  /** Fields that nothing on the page names: the place of their column alone tells what they are. */
  readonly doubted?: readonly string[];
  /** Fields that could have one of several values. */
  readonly questions?: readonly Question[];
  /** Number of records that the steps find on the page. */
  readonly count: number;
}

/** The first extract step; undefined if there is none. */
export const extractStepOf = (steps: readonly Step[]): ExtractStep | undefined =>
  steps.find((step): step is ExtractStep => step.type === "extract");

/** Whether a value is not empty. */
export const isThere = (value: unknown): boolean => !isEmpty(value);

const MAX_TEXT = 200;
/** A value, shortened if it is a long text. */
export const cut = (value: unknown): unknown =>
  typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;
