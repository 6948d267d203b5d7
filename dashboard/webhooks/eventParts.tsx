import type { EventType } from "../../client/index.ts";
import { CHOICES, EVENT_MEANINGS } from "../../client/vocabulary.ts";
import { Check } from "../ui/form.tsx";

interface EventPartsProps {
  readonly events: readonly EventType[];
  readonly onEvents: (events: readonly EventType[]) => void;
}

/** Which events are sent, each with what it means. */
export const EventParts = ({ events, onEvents }: EventPartsProps) => (
  <fieldset>
    <legend>Events</legend>
    {CHOICES.EventType.map((event) => (
      <Check
        key={event}
        label={<code>{event}</code>}
        hint={EVENT_MEANINGS[event]}
        isOn={events.includes(event)}
        onToggle={(isOn) => onEvents(isOn ? [...events, event] : events.filter((each) => each !== event))}
      />
    ))}
  </fieldset>
);
