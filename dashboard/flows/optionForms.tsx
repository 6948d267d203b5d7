/** The parts of a flow beside its steps: when it runs, what it watches, how far it goes. */
import { CHOICES } from "../../client/vocabulary.ts";
import { AreaField, Check, SelectField, TextField } from "../ui/form.tsx";
import type { FlowDraft } from "./draft.ts";
import { useFault } from "./faults.ts";

type Parts = Readonly<Record<string, unknown>>;

interface PartsProps<T> {
  readonly value: T;
  readonly onValue: (value: T) => void;
}

const textOf = (value: unknown): string => String(value ?? "");
const linesOf = (value: unknown): string => ((value ?? []) as readonly string[]).join("\n");

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
  const everyFault = useFault("schedule.every");
  const cronFault = useFault("schedule.cron");
  const zoneFault = useFault("schedule.timezone");
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
      {kind === "every" && (
        <TextField
          label="Every"
          value={textOf(value?.every)}
          fault={everyFault}
          hint="15m, 6h or 1d"
          onValue={(every) => onValue({ every })}
        />
      )}
      {kind === "cron" && (
        <>
          <TextField
            label="Cron expression"
            value={textOf(value?.cron)}
            fault={cronFault}
            hint="minute hour day month weekday"
            onValue={(cron) => onValue({ ...value, cron })}
          />
          <TextField
            label="Time zone"
            value={textOf(value?.timezone)}
            fault={zoneFault}
            onValue={(timezone) => onValue({ ...value, timezone })}
          />
        </>
      )}
    </div>
  );
};

export const MonitorForm = ({ value, onValue }: PartsProps<Parts>) => {
  const set = (name: string) => (changed: unknown) => onValue({ ...value, [name]: changed });
  const lines = (name: string) => (text: string) => set(name)(text.split("\n"));
  const conditionsFault = useFault("monitor.conditions");
  const keyFault = useFault("monitor.key");
  return (
    <div className="form">
      <AreaField
        label="Conditions"
        className="mono"
        value={linesOf(value.conditions)}
        fault={conditionsFault}
        hint="One per line, for example: price < 20, price falls, percent change > 5, added. Leave empty to alert on every change."
        onValue={lines("conditions")}
      />
      <div className="fields">
        <SelectField
          label="Conditions to match"
          value={textOf(value.match)}
          options={[
            ["", "Any"],
            ["all", "All"],
          ]}
          onValue={set("match")}
        />
        <SelectField
          label="Alert severity"
          value={textOf(value.severity)}
          options={[["", "Info"], "warning", "critical"]}
          onValue={set("severity")}
        />
      </div>
      <div className="fields">
        <AreaField
          label="Key fields"
          rows={2}
          value={linesOf(value.key)}
          fault={keyFault}
          hint="Fields that identify a record. Leave empty to auto-detect."
          onValue={lines("key")}
        />
        <AreaField
          label="Compared fields"
          rows={2}
          value={linesOf(value.fields)}
          hint="Leave empty to compare all fields."
          onValue={lines("fields")}
        />
        <AreaField
          label="Text to ignore"
          rows={2}
          value={linesOf(value.ignore)}
          hint="Use * to match any text."
          onValue={lines("ignore")}
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

/** What `auto` begins with. */
const FIRST_FIXED_PACE = { concurrency: 2, delayMs: 0 };

export const LimitsForm = ({ value, onValue }: PartsProps<FlowDraft>) => {
  const { limits, render, robots, pace } = value;
  const setLimit = (name: string) => (text: string) =>
    onValue({ ...value, limits: { ...limits, [name]: text } });
  const renderFault = useFault("render");
  const pagesFault = useFault("limits.maxPages");
  const itemsFault = useFault("limits.maxItems");
  const costFault = useFault("limits.maxCostUsd");
  const concurrencyFault = useFault("pace.concurrency");
  const delayFault = useFault("pace.delayMs");
  return (
    <div className="fields">
      <TextField
        label="Max pages"
        inputMode="numeric"
        value={textOf(limits.maxPages)}
        fault={pagesFault}
        onValue={setLimit("maxPages")}
      />
      <TextField
        label="Max items"
        inputMode="numeric"
        value={textOf(limits.maxItems)}
        fault={itemsFault}
        onValue={setLimit("maxItems")}
      />
      <TextField
        label="Max cost (US$)"
        inputMode="decimal"
        value={textOf(limits.maxCostUsd)}
        fault={costFault}
        onValue={setLimit("maxCostUsd")}
      />
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
          <TextField
            label="Concurrent pages per site"
            inputMode="numeric"
            value={textOf(pace.concurrency)}
            fault={concurrencyFault}
            onValue={(concurrency) => onValue({ ...value, pace: { ...pace, concurrency } })}
          />
          <TextField
            label="Delay between requests (ms)"
            inputMode="numeric"
            value={textOf(pace.delayMs)}
            fault={delayFault}
            onValue={(delayMs) => onValue({ ...value, pace: { ...pace, delayMs } })}
          />
        </>
      )}
    </div>
  );
};
