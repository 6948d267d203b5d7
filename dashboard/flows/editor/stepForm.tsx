import type { ReactNode } from "react";
import { AreaField, Check, SelectField, TextField } from "../../ui/form.tsx";
import { showName } from "../../ui/format.ts";
import { fieldsOfStep, linesOf, type StepDraft, type StepField } from "./draft.ts";
import { useFault } from "./faults.ts";

/** Fields that every step has and few need. */
const SELDOM: readonly string[] = ["label", "when", "optional", "timeoutMs", "url"];

/** Fields of an extract step that only pages as a whole have. */
const OF_WHOLE_PAGES: readonly string[] = [
  "outputs",
  "includeTags",
  "excludeTags",
  "onlyMainContent",
  "attributes",
  "instructions",
  "fullPage",
  "waitMs",
];

/** What says of itself what a record is. */
const hasSelectors = ({ selector, fields }: Omit<StepDraft, "type">): boolean =>
  Boolean(selector) || linesOf(fields).some((field) => field.includes(":"));

/** Whether a field has an effect on the step, or a value that would otherwise be hidden. Lists of records are edited with the API. */
const isShown = ({ type, as, ...step }: StepDraft, { name, kind }: StepField): boolean =>
  kind !== "records" &&
  (name !== "records" || step[name] !== undefined || (as === undefined && !hasSelectors(step))) &&
  (type !== "extract" || as === "page" || !OF_WHOLE_PAGES.includes(name) || step[name] !== undefined);

/** Steps whose main field is a URL. */
const OF_AN_ADDRESS: readonly string[] = ["navigate", "sitemap", "crawl"];

const isSeldom = (type: string, name: string): boolean =>
  SELDOM.includes(name) && !(name === "url" && OF_AN_ADDRESS.includes(type));

/** Lists that are usually short. */
const SHORT_LISTS: readonly string[] = ["match", "exclude", "value"];

/** Labels and hints. Which fields there are comes from the contract. */
const LABELS: Readonly<Record<string, string>> = {
  selector: "Selector",
  fields: "Fields",
  limit: "Max items",
  records: "Records on a page",
  field: "URL field",
  method: "Method",
  maxPages: "Max pages",
  label: "Label",
  when: "Run only when",
  optional: "Continue if this step fails",
  timeoutMs: "Timeout (ms)",
  url: "Go to this URL first",
  "navigate.url": "URL",
  "sitemap.url": "Sitemap URL",
  "crawl.url": "Start URL",
  match: "URL patterns",
  exclude: "URL patterns to skip",
  depth: "Max links from the start",
  as: "Collect",
  text: "Text",
  key: "Key",
  value: "Options",
  to: "To",
  byPx: "Scroll by (px)",
  networkIdle: "Wait until the network is idle",
  delayMs: "Wait (ms)",
  gone: "Wait until it disappears",
  absent: "Must not exist",
  fullPage: "Full page",
  append: "Append to existing text",
  message: "Error message",
  modifiedWithin: "Modified within",
};

const HINTS: Readonly<Record<string, string>> = {
  "extract.selector": "Matches one element per record. Leave empty to treat the page as one record.",
  "extract.fields": "One per line: name: css@attribute | number. A name alone is auto-detected.",
  "paginate.selector": "The next link or button. Leave empty to auto-detect.",
  "follow.selector": "Links to open.",
  "follow.field": "A collected field that contains the URL, instead of a selector.",
  "type.text": "Use {{secret.name}} to type one of the flow's secrets, {{input.name}} for an input.",
  "select.value": "One per line.",
  "press.key": "Enter, ArrowDown, Control+a …",
  "sitemap.url": "Leave empty to auto-detect.",
  "crawl.url": "Leave empty to start at the flow's URL.",
  "crawl.match": "One per line, such as /blog/*. Leave empty to open the whole site.",
  "crawl.exclude": "One per line, such as *?sort=*",
  when: "For steps that sign in: skipped while the site shows that you are signed in.",
  "extract.as": "The fields above, or the page as a whole: Markdown gives title, text, language and date.",
  "sitemap.match": "One per line, such as /blog/*. Leave empty to open all pages.",
  "sitemap.exclude": "One per line, such as *?sort=*",
  "sitemap.modifiedWithin": "For example, 7d, 12h or 30m.",
};

/** What an optional choice is without a value. */
const UNSET: Readonly<Record<string, string>> = { when: "Always", as: "Fields", records: "Auto-detect" };

/** Renders the steps inside a step. */
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
  const hint = HINTS[`${step.type}.${name}`] ?? HINTS[name];
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
        options={[["", UNSET[name] ?? "Default"], ...values]}
      />
    );
  if (kind === "lines")
    return (
      <AreaField
        {...shared}
        className="mono"
        rows={SHORT_LISTS.includes(name) ? 2 : 4}
        spellCheck={false}
        value={linesOf(value).join("\n")}
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
  /** Nesting depth; 0: a step of the flow itself. */
  readonly depth: number;
  readonly onStep: (step: StepDraft) => void;
  readonly renderSteps: RenderSteps;
}

/** The form of a step, with the fields that the contract lists. */
export const StepForm = ({ step, path, depth, onStep, renderSteps }: StepFormProps) => {
  const fields = fieldsOfStep(step.type).filter(
    (field) => (field.name !== "url" || depth === 0) && isShown(step, field),
  );
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
