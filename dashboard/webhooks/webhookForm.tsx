import { useState } from "react";
import type { AlertSeverity, EventType, QuietHours, Webhook, WebhookFormat } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { Check, SelectField, TextField } from "../ui/form.tsx";
import { SendForm } from "../ui/formDialog.tsx";

export interface WebhookInput {
  readonly url: string;
  readonly format?: WebhookFormat;
  readonly events?: EventType[];
  readonly minSeverity?: AlertSeverity | null;
  readonly quietHours?: QuietHours | null;
}

/** Options of webhooks with format `slack`. */
const SLACK_EVENTS: readonly EventType[] = ["alert.created"];

const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface WebhookFormProps {
  readonly start: Pick<Webhook, "url" | "format" | "events" | "minSeverity" | "quietHours">;
  /** Whether the format can be chosen. It cannot be changed later. */
  readonly isNew?: boolean;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (input: WebhookInput) => void;
  readonly onCancel: () => void;
}

interface AlertPartsProps {
  readonly minSeverity: AlertSeverity | null;
  readonly onMinSeverity: (severity: AlertSeverity | null) => void;
  readonly quietHours: QuietHours | null;
  readonly onQuietHours: (hours: QuietHours | null) => void;
}

/** Which alerts go to Slack, and when. */
const AlertParts = ({ minSeverity, onMinSeverity, quietHours, onQuietHours }: AlertPartsProps) => (
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

export const WebhookForm = ({ start, isNew, action, isBusy, error, onSave, onCancel }: WebhookFormProps) => {
  const [url, setUrl] = useState(start.url);
  const [format, setFormat] = useState<WebhookFormat>(start.format);
  const [chosen, setEvents] = useState<readonly EventType[]>(start.events);
  const [minSeverity, setMinSeverity] = useState(start.minSeverity);
  const [quietHours, setQuietHours] = useState(start.quietHours);
  const isSlack = format === "slack";
  const events = isSlack ? SLACK_EVENTS : chosen;
  const send = () =>
    onSave({
      url: url.trim(),
      events: [...events],
      ...(isNew && { format }),
      ...(isSlack && { minSeverity, quietHours }),
    });
  return (
    <SendForm
      action={action}
      sending={{ mutate: send, error, isPending: isBusy }}
      isDisabled={events.length === 0}
      onCancel={onCancel}
    >
      {isNew && (
        <SelectField
          label="Format"
          value={format}
          options={[
            ["json", "Signed events (JSON)"],
            ["slack", "Slack messages, one per alert"],
          ]}
          onValue={setFormat}
        />
      )}
      <TextField
        label="URL"
        type="url"
        required
        value={url}
        onValue={setUrl}
        placeholder={isSlack ? "https://hooks.slack.com/services/…" : "https://hooks.example/gleaner"}
        hint={isSlack ? "Encrypted. Only its host and last four characters are shown." : undefined}
      />
      {isSlack ? (
        <AlertParts
          minSeverity={minSeverity}
          onMinSeverity={setMinSeverity}
          quietHours={quietHours}
          onQuietHours={setQuietHours}
        />
      ) : (
        <fieldset>
          <legend>Events</legend>
          {CHOICES.EventType.map((event) => (
            <Check
              key={event}
              label={<code>{event}</code>}
              isOn={events.includes(event)}
              onToggle={(isOn) =>
                setEvents(isOn ? [...events, event] : events.filter((each) => each !== event))
              }
            />
          ))}
        </fieldset>
      )}
    </SendForm>
  );
};
