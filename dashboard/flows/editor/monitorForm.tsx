/** What a monitor watches, and which changes it reports. */
import { Button } from "../../ui/basics.tsx";
import { AreaField, Check, SelectField } from "../../ui/form.tsx";
import { ConditionForm } from "./conditionForm.tsx";
import type { Parts } from "./draft.ts";
import { useFault } from "./faults.ts";
import { FieldChoice } from "./fieldChoice.tsx";
import { useParts } from "./parts.ts";

const WATCH = [
  ["", "Records and their fields"],
  ["text", "The text of the page"],
  ["price", "The price and stock of a product"],
  ["picture", "What the page looks like"],
] as const;

/** Settings that most monitors do not change. */
const TUNING = ["key", "fields", "ignoreFields", "matters", "ignore"] as const;

const isSet = (value: unknown): boolean => Array.isArray(value) && value.some(Boolean);

interface ConditionsProps {
  readonly conditions: readonly string[];
  readonly onConditions: (conditions: readonly string[]) => void;
}

const Conditions = ({ conditions, onConditions }: ConditionsProps) =>
  conditions.length === 0 ? (
    <p className="hint">No conditions: every change is reported.</p>
  ) : (
    <ul className="stack tight" aria-label="Conditions">
      {conditions.map((condition, index) => (
        <li key={condition} className="row">
          <code>{condition}</code>
          <Button
            isSmall
            look="quiet"
            aria-label={`Remove ${condition}`}
            onClick={() => onConditions(conditions.toSpliced(index, 1))}
          >
            ×
          </Button>
        </li>
      ))}
    </ul>
  );

interface MonitorFormProps {
  readonly value: Parts;
  readonly onValue: (value: Parts) => void;
  /** The flow's fields. */
  readonly fields: readonly string[];
}

export const MonitorForm = ({ value, onValue, fields }: MonitorFormProps) => {
  const { set, text, lines } = useParts("monitor", value, onValue);
  const conditions = (value.conditions ?? []) as readonly string[];
  const fault = useFault("monitor.conditions");
  const choice = (name: string) => ({
    fields,
    fault: lines(name).fault,
    chosen: (value[name] ?? []) as readonly string[],
    onChosen: set(name),
  });
  const written = conditions.filter(Boolean);
  return (
    <div className="form">
      <SelectField
        label="Watch"
        {...text("watch")}
        options={WATCH}
        hint="Texts, prices and pictures need no steps."
      />
      <Conditions conditions={[...new Set(written)]} onConditions={set("conditions")} />
      <ConditionForm
        fields={fields}
        watch={String(value.watch ?? "")}
        onAdd={(condition) => set("conditions")([...new Set([...written, condition])])}
      />
      <details open={fault !== undefined}>
        <summary>Write conditions</summary>
        <AreaField
          label="Conditions"
          className="mono"
          {...lines("conditions")}
          hint='One per line, for example: price < 20, percent change > 5, added text matches "\d+ left", changed words > 20.'
        />
      </details>
      <div className="fields">
        <SelectField
          label="Conditions to match"
          {...text("match")}
          options={[
            ["", "Any"],
            ["all", "All"],
          ]}
        />
        <SelectField
          label="Alert severity"
          {...text("severity")}
          options={[["", "Info"], "warning", "critical"]}
        />
        <SelectField
          label="Email a summary"
          {...text("digest")}
          options={[
            ["", "Never"],
            ["daily", "Daily"],
            ["weekly", "Weekly"],
          ]}
        />
      </div>
      <Check
        label="Alert only when an item is back in stock"
        isOn={value.restock === true}
        onToggle={set("restock")}
      />
      <details open={TUNING.some((name) => isSet(value[name]) || lines(name).fault !== undefined)}>
        <summary>What is compared</summary>
        <div className="form more">
          <FieldChoice
            label="Key fields"
            {...choice("key")}
            hint="Fields that identify a record. Choose none to auto-detect."
          />
          <FieldChoice
            label="Compared fields"
            {...choice("fields")}
            hint="Choose none to compare all fields."
          />
          <FieldChoice
            label="Fields to ignore"
            {...choice("ignoreFields")}
            hint="Fields whose changes never matter."
          />
          <FieldChoice
            label="Fields that always matter"
            {...choice("matters")}
            hint="Reported even if the difference looks like noise."
          />
          <AreaField
            label="Text to ignore"
            rows={2}
            {...lines("ignore")}
            hint="One per line. Use * to match any text."
          />
        </div>
      </details>
    </div>
  );
};
