/** The parts of a flow beside its steps: when it runs, what it watches, how far it goes. */
import { CHOICES } from "../../client/vocabulary.ts";
import { AreaField, Check, SelectField, TextField } from "../ui/form.tsx";
import type { FlowDraft, Parts } from "./draft.ts";
import { useFault } from "./faults.ts";
import { useParts } from "./parts.ts";

interface PartsProps<T> {
  readonly value: T;
  readonly onValue: (value: T) => void;
}

const KINDS = [
  ["none", "Manually"],
  ["every", "At an interval"],
  ["cron", "On a cron schedule"],
] as const;

const STARTS: Readonly<Record<(typeof KINDS)[number][0], Parts | null>> = {
  none: null,
  every: { every: "1d" },
  cron: { cron: "0 6 * * *", timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC" },
};

export const ScheduleForm = ({ value, onValue }: PartsProps<FlowDraft["schedule"]>) => {
  const kind = value === null ? "none" : "cron" in value ? "cron" : "every";
  const fault = useFault("schedule");
  const { text } = useParts("schedule", value ?? {}, onValue);
  return (
    <div className="fields">
      <SelectField
        label="Runs"
        value={kind}
        fault={fault}
        onValue={(next) => onValue(STARTS[next])}
        options={KINDS}
        hint={kind === "none" ? undefined : "Starts once the flow is active."}
      />
      {kind === "every" && <TextField label="Every" {...text("every")} hint="15m, 6h or 1d" />}
      {kind === "cron" && (
        <>
          <TextField label="Cron expression" {...text("cron")} hint="minute hour day month weekday" />
          <TextField label="Time zone" {...text("timezone")} />
        </>
      )}
    </div>
  );
};

export const MonitorForm = ({ value, onValue }: PartsProps<Parts>) => {
  const { set, text, lines } = useParts("monitor", value, onValue);
  return (
    <div className="form">
      <AreaField
        label="Conditions"
        className="mono"
        {...lines("conditions")}
        hint="One per line, for example: price < 20, price falls, percent change > 5, added. Leave empty to alert on every change."
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
      </div>
      <Check
        label="Alert only when an item is back in stock"
        isOn={value.restock === true}
        onToggle={set("restock")}
      />
    </div>
  );
};

/** What `auto` begins with. */
const FIRST_FIXED_PACE = { concurrency: 2, delayMs: 0 };

export const LimitsForm = ({ value, onValue }: PartsProps<FlowDraft>) => {
  const { limits, render, robots, pace } = value;
  const { text } = useParts("limits", limits, (changed) => onValue({ ...value, limits: changed }));
  const paced = useParts("pace", pace === "auto" ? {} : pace, (changed) =>
    onValue({ ...value, pace: changed }),
  );
  const renderFault = useFault("render");
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
      <SelectField
        label="Pace"
        value={pace === "auto" ? "auto" : "fixed"}
        options={["auto", "fixed"]}
        hint="Auto speeds up while a site responds quickly and slows down when it doesn't."
        onValue={(next) => onValue({ ...value, pace: next === "auto" ? "auto" : FIRST_FIXED_PACE })}
      />
      {pace !== "auto" && (
        <>
          <TextField label="Concurrent pages per site" inputMode="numeric" {...paced.text("concurrency")} />
          <TextField label="Delay between requests (ms)" inputMode="numeric" {...paced.text("delayMs")} />
        </>
      )}
    </div>
  );
};
