import type { EventType } from "../../client/index.ts";
import { CHOICES, EVENT_MEANINGS } from "../../client/vocabulary.ts";
import { useRecord } from "../api/queries.ts";
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

interface FlowPartsProps {
  /** Null: all flows. */
  readonly flowIds: readonly string[] | null;
  readonly onFlowIds: (ids: readonly string[] | null) => void;
}

const MOST_FLOWS = 100;

/** Of which flows events are sent. */
export const FlowParts = ({ flowIds, onFlowIds }: FlowPartsProps) => {
  const { data } = useRecord(["flows", "names"], (client) =>
    client.listFlows({ sort: "name", limit: MOST_FLOWS }),
  );
  const flows = data?.data ?? [];
  // A flow that is not in the list, or was deleted, stays chosen until it is unticked.
  const others = (flowIds ?? []).filter((id) => !flows.some((flow) => flow.id === id));
  const toggle = (id: string) => (isOn: boolean) =>
    onFlowIds(isOn ? [...(flowIds ?? []), id] : (flowIds ?? []).filter((each) => each !== id));
  return (
    <>
      <Check
        label="Only some flows"
        hint="Otherwise events of all flows and of the account."
        isOn={flowIds !== null}
        onToggle={(isOn) => onFlowIds(isOn ? [] : null)}
      />
      {flowIds !== null && (
        <fieldset className="scrolls">
          <legend>Flows</legend>
          {[...flows, ...others.map((id) => ({ id, name: id }))].map(({ id, name }) => (
            <Check key={id} label={name} isOn={flowIds.includes(id)} onToggle={toggle(id)} />
          ))}
        </fieldset>
      )}
    </>
  );
};
