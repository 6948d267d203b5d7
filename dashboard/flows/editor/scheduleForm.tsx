import { useState } from "react";
import { cronOf, dayTimesOf } from "../../ui/dayTimes.ts";
import { AreaField, SelectField, TextField } from "../../ui/form.tsx";
import { ownTimezone } from "../../ui/ownTimezone.ts";
import type { FlowDraft, Parts } from "./draft.ts";
import { useFault } from "./faults.ts";
import { useParts } from "./parts.ts";

type Kind = "none" | "every" | "days" | "cron";

const KINDS: readonly (readonly [Kind, string])[] = [
  ["none", "Manually"],
  ["every", "At an interval"],
  ["days", "At a time of day"],
  ["cron", "By cron expression"],
];

const DAYS = [
  ["*", "Every day"],
  ["1-5", "Monday to Friday"],
  ["1", "Mondays"],
  ["2", "Tuesdays"],
  ["3", "Wednesdays"],
  ["4", "Thursdays"],
  ["5", "Fridays"],
  ["6", "Saturdays"],
  ["0", "Sundays"],
] as const;

const INTERVALS = [
  ["5m", "5 minutes"],
  ["15m", "15 minutes"],
  ["30m", "30 minutes"],
  ["1h", "Hour"],
  ["6h", "6 hours"],
  ["12h", "12 hours"],
  ["1d", "Day"],
] as const;

const STARTS: Readonly<Record<Kind, () => Parts | null>> = {
  none: () => null,
  every: () => ({ every: "1d" }),
  days: () => ({ cron: "0 6 * * *", timezone: ownTimezone() }),
  cron: () => ({ cron: "0 6 * * *", timezone: ownTimezone() }),
};

const kindOf = (value: Parts | null): Kind => {
  if (value === null) return "none";
  if (!("cron" in value)) return "every";
  return dayTimesOf(String(value.cron)) === null ? "cron" : "days";
};

interface ScheduleFormProps {
  readonly value: FlowDraft["schedule"];
  readonly onValue: (value: FlowDraft["schedule"]) => void;
  /** Whether each run needs input. */
  readonly hasInputs: boolean;
}

/** When a flow runs: chosen from menus, or written as an interval or cron expression. */
export const ScheduleForm = ({ value, onValue, hasInputs }: ScheduleFormProps) => {
  // A schedule that can be chosen can also be written. Once the user switches to writing, it stays that way.
  const [isWritten, setWritten] = useState(false);
  const kind = isWritten && value !== null && "cron" in value ? "cron" : kindOf(value);
  const fault = useFault("schedule");
  const { text, lines } = useParts("schedule", value ?? {}, onValue);
  const days = dayTimesOf(String(value?.cron ?? ""));
  const every = String(value?.every ?? "");
  const [isOther, setOther] = useState(every !== "" && !INTERVALS.some(([interval]) => interval === every));
  const change = (next: Kind) => {
    setWritten(next === "cron");
    const keeps =
      value !== null && "cron" in value && (next === "cron" || (next === "days" && days !== null));
    if (!keeps) onValue(STARTS[next]());
  };
  return (
    <div className="fields">
      <SelectField
        label="Runs"
        value={kind}
        fault={fault}
        onValue={change}
        options={KINDS}
        hint={kind === "none" ? undefined : "Starts once the flow is active."}
      />
      {kind === "every" && (
        <>
          <SelectField
            label="Every"
            value={isOther ? "" : every}
            onValue={(next) => {
              setOther(next === "");
              if (next !== "") onValue({ ...value, every: next });
            }}
            options={[...INTERVALS, ["", "Other"]]}
          />
          {isOther && (
            <TextField label="Interval" {...text("every")} hint="As text, such as 45m, 2h or 1d." />
          )}
        </>
      )}
      {kind === "days" && days !== null && (
        <>
          <SelectField
            label="Days"
            value={days.days}
            onValue={(next) => onValue({ ...value, cron: cronOf({ ...days, days: next }) })}
            options={DAYS}
          />
          <TextField
            label="Time"
            type="time"
            value={days.time}
            onValue={(next) => next !== "" && onValue({ ...value, cron: cronOf({ ...days, time: next }) })}
            hint={`As a cron expression: ${String(value?.cron)}`}
          />
        </>
      )}
      {kind === "cron" && (
        <TextField label="Cron expression" {...text("cron")} hint="minute hour day month weekday" />
      )}
      {(kind === "cron" || kind === "days") && <TextField label="Time zone" {...text("timezone")} />}
      {kind !== "none" && hasInputs && (
        <AreaField label="Input" rows={2} {...lines("input")} hint="One per line: name = value" />
      )}
    </div>
  );
};
