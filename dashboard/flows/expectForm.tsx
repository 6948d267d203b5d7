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
            Take over from the last good runs
          </Button>
        </div>
      )}
      <div className="fields">
        <TextField
          label="Items at least"
          inputMode="numeric"
          {...text("minItems")}
          hint="Empty: one, once a run has collected any. 0: none is fine."
        />
        <TextField
          label="Drop at most"
          inputMode="decimal"
          {...text("maxDrop")}
          hint="Share of the items of the last good runs: 0.3 is 30 %."
        />
      </div>
      <div className="fields">
        <AreaField
          label="Empty values at most"
          rows={3}
          className="mono"
          {...lines("maxNullShare")}
          hint="A field and a share on each line, such as price 0.1."
        />
        <AreaField
          label="Unique fields"
          rows={3}
          {...lines("unique")}
          hint="Together they tell each item from all others."
        />
      </div>
    </div>
  );
};
