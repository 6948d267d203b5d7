import { AreaField } from "../../ui/form.tsx";
import { showName } from "../../ui/format.ts";

interface FieldChoiceProps {
  readonly label: string;
  readonly hint: string;
  readonly fault?: string | undefined;
  /** The flow's fields. Without any, the names are typed. */
  readonly fields: readonly string[];
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}

/** Some of a flow's fields. A name whose field was removed stays listed until it is unchecked. */
export const FieldChoice = ({ label, hint, fault, fields, chosen, onChosen }: FieldChoiceProps) => {
  const names = [...new Set([...fields, ...chosen.filter(Boolean)])];
  if (fields.length === 0)
    return (
      <AreaField
        label={label}
        rows={2}
        hint={`One field per line. ${hint}`}
        fault={fault}
        value={chosen.join("\n")}
        onValue={(text) => onChosen(text.split("\n"))}
      />
    );
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="choices">
        {names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target: { checked } }) =>
                onChosen(checked ? [...chosen.filter(Boolean), name] : chosen.filter((each) => each !== name))
              }
            />
            {showName(name)}
          </label>
        ))}
      </div>
      {fault !== undefined && <span className="fault">{fault}</span>}
      <span className="hint">{hint}</span>
    </fieldset>
  );
};
