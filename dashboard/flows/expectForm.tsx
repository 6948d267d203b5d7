/** What a good run of a flow looks like. */
import type { Flow } from "../../client/index.ts";
import { Button } from "../ui/basics.tsx";
import { AreaField, TextField } from "../ui/form.tsx";
import { expectDraftOf, type Parts } from "./draft.ts";
import { useParts } from "./parts.ts";

interface ExpectFormProps {
  readonly value: Parts;
  readonly onValue: (value: Parts) => void;
  /** What the last good runs would have met. */
  readonly proposed: Flow["proposedExpect"] | undefined;
}

export const ExpectForm = ({ value, onValue, proposed }: ExpectFormProps) => {
  const { text, lines } = useParts("expect", value, onValue);
  return (
    <div className="form">
      {proposed != null && (
        <div>
          <Button onClick={() => onValue({ ...value, ...expectDraftOf(proposed) })}>
            Use suggestions from the last good runs
          </Button>
        </div>
      )}
      <div className="fields">
        <TextField
          label="Min items"
          inputMode="numeric"
          {...text("minItems")}
          hint="Leave empty for one, once a run has collected any. Use 0 if no items is fine."
        />
        <TextField
          label="Max drop in items"
          inputMode="decimal"
          {...text("maxDrop")}
          hint="As a share of the last good runs: 0.3 is 30%."
        />
      </div>
      <div className="fields">
        <AreaField
          label="Max share of empty values"
          rows={3}
          className="mono"
          {...lines("maxNullShare")}
          hint="One field and share per line, such as price 0.1."
        />
        <AreaField
          label="Unique fields"
          rows={3}
          {...lines("unique")}
          hint="No two items may have the same values in these."
        />
      </div>
    </div>
  );
};
