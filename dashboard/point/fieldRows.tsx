/** The columns that were picked, one row each. */
import { useState } from "react";
import { Button } from "../ui/basics.tsx";
import { showName } from "../ui/format.ts";
import { Value } from "../ui/items.tsx";
import type { PointedField } from "./points.ts";

interface NameProps {
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Sent once typing is finished, because each new name reloads the records. */
const Name = ({ name, onName }: NameProps) => {
  const [text, setText] = useState(name);
  const send = () => {
    const wanted = text.trim();
    if (wanted === "") setText(name);
    else if (wanted !== name) onName(wanted);
  };
  return (
    <input
      type="text"
      aria-label={`Name of ${name}`}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={send}
      onKeyDown={(event) => event.key === "Enter" && send()}
    />
  );
};

interface FieldRowsProps {
  readonly fields: readonly PointedField[];
  /** The column to which the next pick adds an example. */
  readonly refined: string | null;
  readonly onRename: (from: string, to: string) => void;
  readonly onRefine: (name: string | null) => void;
  readonly onRemove: (name: string) => void;
}

export const FieldRows = ({ fields, refined, onRename, onRefine, onRemove }: FieldRowsProps) => (
  <ul className="point-fields" aria-label="Fields">
    {fields.map(({ name, type, example, found, selector }, at) => (
      <li key={name} className={`point-field lit-${at % 6}`}>
        <div className="point-field-head">
          <Name key={name} name={name} onName={(to) => onRename(name, to)} />
          <span className="badge plain">{showName(type)}</span>
          <Button
            isSmall
            look="quiet"
            aria-pressed={refined === name}
            aria-label={`${refined === name ? "Cancel" : "Add example"}: ${name}`}
            onClick={() => onRefine(refined === name ? null : name)}
          >
            {refined === name ? "Cancel" : "Add example"}
          </Button>
          <Button isSmall look="quiet" aria-label={`Remove: ${name}`} onClick={() => onRemove(name)}>
            Remove
          </Button>
        </div>
        <p className="hint">
          <Value value={example} /> {found}
        </p>
        <details>
          <summary aria-label={`Advanced: ${name}`}>Advanced</summary>
          <code className="mono">{selector}</code>
        </details>
      </li>
    ))}
  </ul>
);
