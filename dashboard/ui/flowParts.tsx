import { useRecord } from "../api/queries.ts";
import { Check } from "./form.tsx";

interface FlowPartsProps {
  /** Null: all flows. */
  readonly flowIds: readonly string[] | null;
  readonly onFlowIds: (ids: readonly string[] | null) => void;
  /** What is sent of all flows. */
  readonly hint: string;
}

const MOST_FLOWS = 100;

/** Chooses all flows or some of them. */
export const FlowParts = ({ flowIds, onFlowIds, hint }: FlowPartsProps) => {
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
        hint={hint}
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
