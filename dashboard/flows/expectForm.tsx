/** What a good run of a flow looks like. */
import type { Flow } from "../../client/index.ts";
import { Button } from "../ui/basics.tsx";
import { AreaField, TextField } from "../ui/form.tsx";
import { expectDraftOf } from "./draft.ts";
import { useFault } from "./faults.ts";

type Parts = Readonly<Record<string, unknown>>;

interface ExpectFormProps {
  readonly value: Parts;
  readonly onValue: (value: Parts) => void;
  /** What the last good runs would have met. */
  readonly proposed: Flow["proposedExpect"] | undefined;
}

const textOf = (value: unknown): string => String(value ?? "");
const linesOf = (value: unknown): string => ((value ?? []) as readonly string[]).join("\n");

export const ExpectForm = ({ value, onValue, proposed }: ExpectFormProps) => {
  const set = (name: string) => (changed: unknown) => onValue({ ...value, [name]: changed });
  const itemsFault = useFault("expect.minItems");
  const dropFault = useFault("expect.maxDrop");
  const uniqueFault = useFault("expect.unique");
  const sharesFault = useFault("expect.maxNullShare");
  return (
    <div className="form">
      {proposed != null && (
        <div>
          <Button onClick={() => onValue({ ...value, ...expectDraftOf(proposed) })}>
            Take over from the last good runs
          </Button>
        </div>
      )}
      <div className="fields">
        <TextField
          label="Items at least"
          inputMode="numeric"
          value={textOf(value.minItems)}
          fault={itemsFault}
          hint="Empty: one, once a run has collected any. 0: none is fine."
          onValue={set("minItems")}
        />
        <TextField
          label="Drop at most"
          inputMode="decimal"
          value={textOf(value.maxDrop)}
          fault={dropFault}
          hint="Share of the items of the last good runs: 0.3 is 30 %."
          onValue={set("maxDrop")}
        />
      </div>
      <div className="fields">
        <AreaField
          label="Empty values at most"
          rows={3}
          className="mono"
          value={linesOf(value.maxNullShare)}
          fault={sharesFault}
          hint="A field and a share on each line, such as price 0.1."
          onValue={(text) => set("maxNullShare")(text.split("\n"))}
        />
        <AreaField
          label="Unique fields"
          rows={3}
          value={linesOf(value.unique)}
          fault={uniqueFault}
          hint="Together they tell each item from all others."
          onValue={(text) => set("unique")(text.split("\n"))}
        />
      </div>
    </div>
  );
};
