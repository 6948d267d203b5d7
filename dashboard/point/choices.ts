/** Types and selectors that a person chose for fields. They hold through further picks. */
import { isDescribed } from "../../client/fieldType.ts";
import type { GeneratedFlow, PickedElement } from "../../client/index.ts";
import { nameOfField } from "./points.ts";

interface Choice {
  readonly type?: string | undefined;
  /** As the flow's step has it. */
  readonly selector?: string | undefined;
}
/** By the name of the field. */
export type Choices = Readonly<Record<string, Choice>>;

/** What a person typed as a field of a step: without a name, it is that of the field. */
export const namedSelector = (field: string, text: string): string =>
  nameOfField(text) === field ? text : `${field}: ${text}`;

/** Puts a field's selector where it stands first. */
const withSelector = (steps: GeneratedFlow["steps"], field: string, selector: string) => {
  const isIts = (text: string) => nameOfField(text) === field;
  const first = steps.find((step) => step.type === "extract" && step.fields?.some(isIts));
  return steps.map((step) =>
    step === first && step.type === "extract"
      ? { ...step, fields: step.fields?.map((text) => (isIts(text) ? selector : text)) }
      : step,
  );
};

const withSelectors = (steps: GeneratedFlow["steps"], choices: Choices): GeneratedFlow["steps"] =>
  Object.entries(choices).reduce(
    (changed, [field, { selector }]) =>
      selector === undefined ? changed : withSelector(changed, field, selector),
    steps,
  );

const withTypes = (schema: GeneratedFlow["outputSchema"], choices: Choices) =>
  Object.fromEntries(
    Object.entries(schema).map(([name, field]) => {
      const type = choices[name]?.type;
      if (type === undefined) return [name, field];
      return [name, isDescribed(field) ? { ...field, type } : type];
    }),
  ) as GeneratedFlow["outputSchema"];

/** The flow with what was chosen; the flow itself if it has that. */
export const withChoices = (flow: GeneratedFlow, choices: Choices): GeneratedFlow => {
  const outputSchema = withTypes(flow.outputSchema, choices);
  const steps = withSelectors(flow.steps, choices);
  const isSame = JSON.stringify([outputSchema, steps]) === JSON.stringify([flow.outputSchema, flow.steps]);
  return isSame ? flow : { ...flow, outputSchema, steps };
};

const examplesOf = (picks: readonly PickedElement[], field: string): string =>
  JSON.stringify(picks.filter(({ name }) => name === field));

/** What is still chosen once other elements are picked: a field with other examples is found again. */
export const choicesAfter = (
  choices: Choices,
  before: readonly PickedElement[],
  wanted: readonly PickedElement[],
): Choices =>
  Object.fromEntries(
    Object.entries(choices).map(([name, choice]) =>
      examplesOf(before, name) === examplesOf(wanted, name)
        ? [name, choice]
        : [name, { ...choice, selector: undefined }],
    ),
  );

/** What is chosen for the fields that there are. */
export const choicesFor = (choices: Choices, flow: GeneratedFlow | null): Choices =>
  Object.fromEntries(Object.entries(choices).filter(([name]) => flow !== null && name in flow.outputSchema));

export const renamedChoices = (choices: Choices, from: string, to: string): Choices => {
  const { [from]: choice, ...others } = choices;
  if (choice === undefined) return choices;
  const { type, selector } = choice;
  return { ...others, [to]: { type, selector: selector && to + selector.slice(from.length) } };
};
