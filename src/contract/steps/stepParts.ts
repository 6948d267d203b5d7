/** Parts shared by the schemas of several step types. */
import * as z from "zod";
import { addressFault, MAX_ADDRESS_LENGTH } from "../address.ts";
import { parseSelectorAndAttribute } from "../fields/fields.ts";
import { checkSelector } from "../fields/selectors.ts";
import { line } from "../text.ts";
import { parseActionSelector } from "./actionSelectors.ts";

const MAX_SELECTOR_LENGTH = 500;

/** A string that `check` accepts. `check` throws, or returns what is wrong. */
export const text = (maxLength: number, check: (value: string) => unknown) =>
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

export const Selector = text(MAX_SELECTOR_LENGTH, checkSelector);
export const LinkSelector = text(MAX_SELECTOR_LENGTH, parseSelectorAndAttribute);
/** An element to act on: CSS that browsers support, and a closing `:contains("…")`. */
export const ActionSelector = text(MAX_SELECTOR_LENGTH, parseActionSelector);

const StepUrl = text(MAX_ADDRESS_LENGTH, addressFault);

/** Properties of any step nested in a `follow`, on whose pages it runs. */
export const nested = {
  label: line(100)
    .optional()
    .describe(
      "Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an " +
        "`extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills.",
    ),
  optional: z.boolean().optional().describe("Continue if this step fails. The failure is logged."),
  timeoutMs: z
    .int()
    .min(100)
    .max(120_000)
    .optional()
    .describe("Timeout in milliseconds, for each attempt to fetch the page or for the action."),
};

/** Properties of every step. */
export const common = {
  ...nested,
  url: StepUrl.optional().describe("Open this URL first."),
};

/** A condition under which a step runs. */
const StepCondition = z
  .enum(["signed-out"])
  .describe(
    "`signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the " +
      "first one after them, fails; without an `assert`, if the page shows the first field that they type into.",
  );

/** Properties of steps that may be part of a sign-in. */
export const acting = { ...common, when: StepCondition.optional() };
