import type { AlertSeverity, QuietHours } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { Check, SelectField, TextField } from "../ui/form.tsx";
import { ownTimezone } from "../ui/ownTimezone.ts";

interface AlertPartsProps {
  readonly minSeverity: AlertSeverity | null;
  readonly onMinSeverity: (severity: AlertSeverity | null) => void;
  readonly quietHours: QuietHours | null;
  readonly onQuietHours: (hours: QuietHours | null) => void;
}

/** Which alerts are sent as messages, and when. */
export const AlertParts = ({ minSeverity, onMinSeverity, quietHours, onQuietHours }: AlertPartsProps) => (
  <>
    <SelectField
      label="Minimum severity"
      value={minSeverity ?? "info"}
      options={CHOICES.AlertSeverity}
      onValue={(severity) => onMinSeverity(severity === "info" ? null : severity)}
    />
    <Check
      label="Quiet hours"
      isOn={quietHours !== null}
      onToggle={(isOn) => onQuietHours(isOn ? { from: "22:00", to: "07:00", timezone: ownTimezone() } : null)}
    />
    {quietHours !== null && (
      <div className="fields">
        <TextField
          label="From"
          type="time"
          required
          value={quietHours.from}
          onValue={(from) => onQuietHours({ ...quietHours, from })}
        />
        <TextField
          label="To"
          type="time"
          required
          value={quietHours.to}
          onValue={(to) => onQuietHours({ ...quietHours, to })}
        />
        <TextField
          label="Time zone"
          required
          value={quietHours.timezone}
          onValue={(timezone) => onQuietHours({ ...quietHours, timezone })}
          hint="Alerts wait until these hours end, except critical ones."
        />
      </div>
    )}
  </>
);
