import { useState } from "react";
import type { EventType, Webhook } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { Button } from "../ui/basics.tsx";
import { Check, Form, TextField } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";

export interface WebhookInput {
  readonly url: string;
  readonly events: EventType[];
}

interface WebhookFormProps {
  readonly start: Pick<Webhook, "url" | "events">;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (input: WebhookInput) => void;
  readonly onCancel: () => void;
}

export const WebhookForm = ({ start, action, isBusy, error, onSave, onCancel }: WebhookFormProps) => {
  const [url, setUrl] = useState(start.url);
  const [events, setEvents] = useState<readonly EventType[]>(start.events);
  return (
    <Form onSend={() => onSave({ url: url.trim(), events: [...events] })}>
      <TextField
        label="URL"
        type="url"
        required
        value={url}
        onValue={setUrl}
        placeholder="https://hooks.example/gleaner"
      />
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
      {error !== null && <Problem error={error} />}
      <div className="dialog-foot">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={events.length === 0}>
          {action}
        </Button>
      </div>
    </Form>
  );
};
