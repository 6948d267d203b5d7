/** Forms for what a flow monitors and for its limits. */
import { CHOICES } from "../../client/vocabulary.ts";
import { AreaField, Check, SelectField, TextField } from "../ui/form.tsx";
import { ConditionForm } from "./conditionForm.tsx";
import type { FlowDraft, Parts } from "./draft.ts";
import { useFault } from "./faults.ts";
import { useParts } from "./parts.ts";
import { PermissionsField } from "./permissionsField.tsx";

interface PartsProps<T> {
  readonly value: T;
  readonly onValue: (value: T) => void;
}

interface MonitorFormProps extends PartsProps<Parts> {
  /** The flow's fields, which conditions can use. */
  readonly fields: readonly string[];
}

export const MonitorForm = ({ value, onValue, fields }: MonitorFormProps) => {
  const { set, text, lines } = useParts("monitor", value, onValue);
  const conditions = (value.conditions ?? []) as readonly string[];
  const add = (condition: string) =>
    onValue({ ...value, conditions: [...conditions.filter(Boolean), condition] });
  return (
    <div className="form">
      <SelectField
        label="Watch"
        {...text("watch")}
        options={[
          ["", "Records and their fields"],
          ["text", "The text of the page"],
          ["price", "The price and stock of a product"],
          ["picture", "What the page looks like"],
        ]}
        hint="Texts, prices and pictures need no steps."
      />
      <ConditionForm fields={fields} onAdd={add} />
      <AreaField
        label="Conditions"
        className="mono"
        {...lines("conditions")}
        hint='One per line, for example: price < 20, price falls, percent change > 5, added, added text contains "sold out", changed words > 20, changed pixels > 1%. Leave empty to alert on every change.'
      />
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
      <div className="fields">
        <AreaField
          label="Key fields"
          rows={2}
          {...lines("key")}
          hint="Fields that identify a record. Leave empty to auto-detect."
        />
        <AreaField
          label="Compared fields"
          rows={2}
          {...lines("fields")}
          hint="Leave empty to compare all fields."
        />
        <AreaField label="Text to ignore" rows={2} {...lines("ignore")} hint="Use * to match any text." />
        <AreaField
          label="Fields to ignore"
          rows={2}
          {...lines("ignoreFields")}
          hint="Fields whose changes never matter."
        />
        <AreaField
          label="Fields that always matter"
          rows={2}
          {...lines("matters")}
          hint="Reported even if the difference looks like noise."
        />
      </div>
      <Check
        label="Alert only when an item is back in stock"
        isOn={value.restock === true}
        onToggle={set("restock")}
      />
    </div>
  );
};

/** The initial values of `auto`. */
const FIRST_FIXED_PACE = { concurrency: 2, delayMs: 0 };

export const LimitsForm = ({ value, onValue }: PartsProps<FlowDraft>) => {
  const { limits, render, robots, permissions, pace, session, documentPassword } = value;
  const { text } = useParts("limits", limits, (changed) => onValue({ ...value, limits: changed }));
  const paced = useParts("pace", pace === "auto" ? {} : pace, (changed) =>
    onValue({ ...value, pace: changed }),
  );
  const renderFault = useFault("render");
  const passwordFault = useFault("documentPassword");
  return (
    <div className="fields">
      <TextField label="Max pages" inputMode="numeric" {...text("maxPages")} />
      <TextField label="Max items" inputMode="numeric" {...text("maxItems")} />
      <TextField label="Max cost (US$)" inputMode="decimal" {...text("maxCostUsd")} />
      <SelectField
        label="Rendering"
        value={render}
        fault={renderFault}
        options={CHOICES.FlowRender}
        hint="Auto uses a browser only when the page needs one."
        onValue={(next) => onValue({ ...value, render: next })}
      />
      <SelectField
        label="robots.txt"
        value={robots}
        options={["obey", "ignore"]}
        onValue={(next) => onValue({ ...value, robots: next })}
      />
      <PermissionsField value={permissions} onValue={(next) => onValue({ ...value, permissions: next })} />
      <SelectField
        label="Pace"
        value={pace === "auto" ? "auto" : "fixed"}
        options={["auto", "fixed"]}
        hint="Auto speeds up while a site responds quickly and slows down when it doesn't."
        onValue={(next) => onValue({ ...value, pace: next === "auto" ? "auto" : FIRST_FIXED_PACE })}
      />
      <SelectField
        label="Session"
        value={session.keep ? "keep" : "new"}
        options={[
          ["new", "New for each run"],
          ["keep", "Keep between runs"],
        ]}
        hint="Keeps cookies and storage for up to 30 days, so that runs stay signed in."
        onValue={(next) => onValue({ ...value, session: { keep: next === "keep" } })}
      />
      {pace !== "auto" && (
        <>
          <TextField label="Concurrent pages per site" inputMode="numeric" {...paced.text("concurrency")} />
          <TextField label="Delay between requests (ms)" inputMode="numeric" {...paced.text("delayMs")} />
        </>
      )}
      <TextField
        label="Password of PDF files"
        value={documentPassword}
        fault={passwordFault}
        hint="A secret of the flow, such as {{secret.document}}. Leave empty to open files without a password."
        onValue={(next) => onValue({ ...value, documentPassword: next })}
      />
    </div>
  );
};
