/** Which reserved uses keep a flow from collecting a page. */
import { CHOICES } from "../../../client/vocabulary.ts";
import { Check, SelectField } from "../../ui/form.tsx";
import type { FlowDraft } from "./draft.ts";

type Policy = FlowDraft["permissions"];
type Use = Exclude<Policy, "record">["obey"][number];

const NAMES: Readonly<Record<Use, string>> = {
  search: "Used for search",
  "ai-input": "Read by AI models",
  "ai-train": "Used to train AI models",
};

interface PermissionsFieldProps {
  readonly value: Policy;
  readonly onValue: (value: Policy) => void;
}

export const PermissionsField = ({ value, onValue }: PermissionsFieldProps) => {
  const obeyed = value === "record" ? [] : value.obey;
  return (
    <>
      <SelectField
        label="Reserved uses"
        value={value === "record" ? "record" : "obey"}
        options={[
          ["record", "Record what pages say"],
          ["obey", "Skip pages that reserve a use"],
        ]}
        hint="Content-Signal, RSL, noai and TDM reservation."
        onValue={(next) => onValue(next === "record" ? "record" : { obey: ["ai-train"] })}
      />
      {value !== "record" &&
        CHOICES.PermissionUse.map((use) => (
          <Check
            key={use}
            label={NAMES[use]}
            isOn={obeyed.includes(use)}
            disabled={obeyed.length === 1 && obeyed.includes(use)}
            onToggle={(isOn) =>
              onValue({
                obey: CHOICES.PermissionUse.filter((each) => (each === use ? isOn : obeyed.includes(each))),
              })
            }
          />
        ))}
    </>
  );
};
