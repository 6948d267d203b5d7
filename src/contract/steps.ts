/**
 * What a flow does, step by step. A new step type is one row in `STEP_SHAPES` and its place in
 * `Step` here, and one file in `src/engine/steps`, which the compiler then asks for.
 */
import * as z from "zod";
import { MAX_FIELD_LENGTH, parseField, parseSelectorAndAttribute } from "./fields.ts";
import { checkSelector } from "./selectors.ts";

const MAX_STEPS = 50;
const MAX_FIELDS = 100;
const MAX_SELECTOR_LENGTH = 500;

/** A string that `check` accepts: it throws, or returns what is wrong. */
const text = (maxLength: number, check: (value: string) => unknown) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .superRefine((value, context) => {
      let problem: unknown;
      try {
        problem = check(value);
      } catch (error) {
        problem = (error as Error).message;
      }
      if (typeof problem === "string") context.addIssue({ code: "custom", message: problem, input: value });
    });

const Selector = text(MAX_SELECTOR_LENGTH, checkSelector);
const LinkSelector = text(MAX_SELECTOR_LENGTH, parseSelectorAndAttribute);
const FieldText = text(MAX_FIELD_LENGTH, parseField);
const FieldName = text(64, (value) => {
  const field = parseField(value);
  return field.source || field.list || field.transforms.length > 0
    ? "must be the bare name of a field"
    : null;
});

const StepUrl = text(2_048, (value) =>
  URL.canParse(value) && /^https?:\/\//i.test(value) ? null : "must be an http or https address",
);

/** What a step that runs on the page of an enclosing `follow` may carry. */
const nested = {
  /** Name of the step in logs; the key under which a followed page puts its list of records. */
  label: z.string().trim().min(1).max(100).optional(),
  /** A failure of this step is logged and does not fail the run. */
  optional: z.boolean().optional(),
  /** For each try to get the page that the step opens. */
  timeoutMs: z.int().min(100).max(120_000).optional(),
};

/** What every step may carry. */
const common = {
  ...nested,
  /** Go to this address first. */
  url: StepUrl.optional(),
};

const extract = {
  type: z.literal("extract"),
  /** Elements that hold one record each; absent: the page holds one record. */
  selector: Selector.optional(),
  /** Absent: the names of the flow's `outputSchema`. */
  fields: z.array(FieldText).min(1).max(MAX_FIELDS).optional(),
  /** Most records taken from one page. */
  limit: z.int().min(1).max(1_000_000).optional(),
};

const follow = {
  type: z.literal("follow"),
  /** Links to open, as `css` or `css@attr` (attribute `href` by default). */
  selector: LinkSelector.optional(),
  /** An extracted field that holds the address to open. */
  field: FieldName.optional(),
  /** Most links opened from one page. */
  limit: z.int().min(1).max(1_000_000).optional(),
};

const paginate = {
  type: z.literal("paginate"),
  /** Link to the next page, as `css` or `css@attr`; absent: the page's own rel=next. */
  selector: LinkSelector.optional(),
  /** Pages in all, the first one included (default 100). */
  maxPages: z.int().min(1).max(1_000).optional(),
};

const unknownType = (...known: string[]) => ({
  error: (issue: { code?: string | undefined }) =>
    issue.code === "invalid_union" ? `unknown step type: use ${known.join(", ")}` : undefined,
});

const oneLink = (step: { selector?: unknown; field?: unknown }): boolean =>
  (step.selector === undefined) !== (step.field === undefined);
const ONE_LINK = 'a follow step needs "selector" or "field", one of them';

/** A page that is followed may follow further, three deep: written out, so that types are inferred. */
const NestedExtract = z.strictObject({ ...extract, ...nested });
const FollowLast = z
  .strictObject({
    ...follow,
    ...nested,
    steps: z
      .array(z.discriminatedUnion("type", [NestedExtract], unknownType("extract")))
      .min(1)
      .max(MAX_STEPS),
  })
  .refine(oneLink, ONE_LINK);
const FollowMiddle = z
  .strictObject({
    ...follow,
    ...nested,
    steps: z
      .array(z.discriminatedUnion("type", [NestedExtract, FollowLast], unknownType("extract", "follow")))
      .min(1)
      .max(MAX_STEPS),
  })
  .refine(oneLink, ONE_LINK);

/** One row per step type. */
const STEP_SHAPES = {
  navigate: z.strictObject({ type: z.literal("navigate"), ...common }),
  extract: z.strictObject({ ...extract, ...common }),
  paginate: z.strictObject({ ...paginate, ...common }),
  follow: z
    .strictObject({
      ...follow,
      ...common,
      steps: z
        .array(z.discriminatedUnion("type", [NestedExtract, FollowMiddle], unknownType("extract", "follow")))
        .min(1)
        .max(MAX_STEPS),
    })
    .refine(oneLink, ONE_LINK),
};

export type StepType = keyof typeof STEP_SHAPES;
export type NavigateStep = z.infer<typeof STEP_SHAPES.navigate>;
export type ExtractStep = z.infer<typeof STEP_SHAPES.extract>;
export type PaginateStep = z.infer<typeof STEP_SHAPES.paginate>;
type FollowShape = z.infer<typeof STEP_SHAPES.follow>;
export type NestedStep = z.infer<typeof NestedExtract> | FollowStep;
/** At any depth: what the schema of the top level says, with nested steps of either kind. */
export type FollowStep = Omit<FollowShape, "steps"> & { steps: NestedStep[] };

export const Step = z.discriminatedUnion(
  "type",
  [STEP_SHAPES.navigate, STEP_SHAPES.extract, STEP_SHAPES.paginate, STEP_SHAPES.follow],
  unknownType(...Object.keys(STEP_SHAPES)),
);
export type Step = NavigateStep | ExtractStep | PaginateStep | FollowStep;

/** The steps of a flow, in order; none: the run collects what the page holds by itself. */
export const Steps = z.array(Step).max(MAX_STEPS);
export type Steps = readonly Step[];
