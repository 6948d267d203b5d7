import type { ReactNode } from "react";
import { AreaField, Check, SelectField, TextField } from "../ui/form.tsx";
import { showName } from "../ui/format.ts";
import { fieldsOfStep, type StepDraft, type StepField } from "./draft.ts";
import { useFault } from "./faults.ts";

/** Fields that every step has, and few need. */
const SELDOM: readonly string[] = ["label", "optional", "timeoutMs", "url"];

/** Steps that are about the address that they go to. */
const OF_AN_ADDRESS: readonly string[] = ["navigate", "sitemap"];

const isSeldom = (type: string, name: string): boolean =>
  SELDOM.includes(name) && !(name === "url" && OF_AN_ADDRESS.includes(type));

/** Names and hints for people; the registry itself says which fields there are. */
const LABELS: Readonly<Record<string, string>> = {
  selector: "Selector",
  fields: "Fields",
  limit: "At most",
  field: "Field with the address",
  method: "How to go on",
  maxPages: "Pages at most",
  label: "Name in the log",
  optional: "The run goes on if this fails",
  timeoutMs: "Time limit (ms)",
  url: "Go to this address first",
  "navigate.url": "Address",
  "sitemap.url": "Address of the sitemap",
  text: "Text",
  key: "Key",
  value: "Option",
  to: "To",
  byPx: "By pixels",
  networkIdle: "Until the network is quiet",
  delayMs: "Wait (ms)",
  gone: "Wait until it is gone",
  absent: "It must not be there",
  fullPage: "The whole page",
  append: "Keep what the field holds",
  message: "The run fails with",
  modifiedWithin: "Changed within",
  match: "Addresses like",
};

const HINTS: Readonly<Record<string, string>> = {
  "extract.selector": "The elements that hold one record each. Empty: the page is one record.",
  "extract.fields": "One on each line: name: css@attribute | number. A bare name is found by itself.",
  "paginate.selector": "The link or button to go on. Empty: found by itself.",
  "follow.selector": "The links to open.",
  "follow.field": "Instead of a selector: a collected field that holds the address.",
  "type.text": "{{secret.name}} types a secret of the flow.",
  "press.key": "Enter, ArrowDown, Control+a …",
  "sitemap.url": "Empty: found by itself.",
  "sitemap.match": "/blog/* for instance.",
  "sitemap.modifiedWithin": "7d, 12h or 30m.",
};

/** Renders the steps within a step. */
export type RenderSteps = (
  path: string,
  steps: readonly StepDraft[],
  onSteps: (steps: readonly StepDraft[]) => void,
) => ReactNode;

interface StepFieldInputProps {
  readonly step: StepDraft;
  readonly field: StepField;
  readonly path: string;
  readonly renderSteps: RenderSteps;
  readonly onValue: (value: unknown) => void;
}

const StepFieldInput = ({ step, field, path, renderSteps, onValue }: StepFieldInputProps) => {
  const { name, kind, values = [], required = false } = field;
  const fault = useFault(`${path}.${name}`);
  const value = step[name];
  const label = LABELS[`${step.type}.${name}`] ?? LABELS[name] ?? showName(name);
  const hint = HINTS[`${step.type}.${name}`];
  const shared = { label, fault, ...(hint !== undefined && { hint }) };
  if (kind === "steps") return renderSteps(`${path}.${name}`, (value ?? []) as readonly StepDraft[], onValue);
  if (kind === "boolean" || kind === "flag")
    return <Check label={label} isOn={value === true} onToggle={onValue} />;
  if (kind === "choice")
    return (
      <SelectField
        {...shared}
        value={String(value ?? "")}
        onValue={onValue}
        options={[["", "–"], ...values]}
      />
    );
  if (kind === "lines" || Array.isArray(value))
    return (
      <AreaField
        {...shared}
        className="mono"
        rows={4}
        spellCheck={false}
        value={((value ?? []) as readonly string[]).join("\n")}
        onValue={(text) => onValue(text.split("\n"))}
      />
    );
  return (
    <TextField
      {...shared}
      required={required}
      spellCheck={false}
      inputMode={kind === "integer" || kind === "number" ? "decimal" : "text"}
      value={String(value ?? "")}
      onValue={onValue}
    />
  );
};

interface StepFormProps {
  readonly step: StepDraft;
  readonly path: string;
  /** 0: a step of the flow itself. */
  readonly depth: number;
  readonly onStep: (step: StepDraft) => void;
  readonly renderSteps: RenderSteps;
}

/** The form of a step, as the registry of steps has its fields. */
export const StepForm = ({ step, path, depth, onStep, renderSteps }: StepFormProps) => {
  const fields = fieldsOfStep(step.type).filter(({ name }) => name !== "url" || depth === 0);
  const input = (field: StepField) => (
    <StepFieldInput
      key={field.name}
      step={step}
      field={field}
      path={path}
      renderSteps={renderSteps}
      onValue={(value) => onStep({ ...step, [field.name]: value })}
    />
  );
  const seldom = fields.filter(({ name }) => isSeldom(step.type, name));
  return (
    <div className="step-body">
      {fields.filter(({ name }) => !isSeldom(step.type, name)).map(input)}
      <details open={seldom.some(({ name }) => name !== "label" && step[name] !== undefined)}>
        <summary>More</summary>
        <div className="fields more">{seldom.map(input)}</div>
      </details>
    </div>
  );
};
