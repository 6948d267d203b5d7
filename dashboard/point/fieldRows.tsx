/** The columns that were picked, one row each. */
import { useState } from "react";
import { VALUE_TYPES } from "../../client/vocabulary.ts";
import { Button } from "../ui/basics.tsx";
import { Value } from "../ui/items.tsx";
import type { PointedField } from "./points.ts";

interface LateTextProps {
  readonly label: string;
  readonly value: string;
  readonly className?: string;
  readonly onValue: (value: string) => void;
}

/** Sent once typing is finished, because each change reloads the records. */
const LateText = ({ label, value, className, onValue }: LateTextProps) => {
  const [text, setText] = useState(value);
  const send = () => {
    const wanted = text.trim();
    if (wanted === "") setText(value);
    else if (wanted !== value) onValue(wanted);
  };
  return (
    <input
      type="text"
      aria-label={label}
      className={className}
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={send}
      onKeyDown={(event) => event.key === "Enter" && send()}
    />
  );
};

interface TypeProps {
  readonly name: string;
  readonly type: string;
  readonly onType: (type: string) => void;
}

/** A type that cannot be chosen, such as that of a list, stays a choice. */
const Type = ({ name, type, onType }: TypeProps) => (
  <select aria-label={`Type of ${name}`} value={type} onChange={(event) => onType(event.target.value)}>
    {[...new Set([...VALUE_TYPES, type])].map((each) => (
      <option key={each} value={each}>
        {each}
      </option>
    ))}
  </select>
);

interface FieldRowsProps {
  readonly fields: readonly PointedField[];
  /** The column to which the next pick adds an example. */
  readonly refined: string | null;
  readonly onRename: (from: string, to: string) => void;
  readonly onRetype: (name: string, type: string) => void;
  readonly onSelector: (name: string, text: string) => void;
  readonly onRefine: (name: string | null) => void;
  readonly onRemove: (name: string) => void;
}

export const FieldRows = ({
  fields,
  refined,
  onRename,
  onRetype,
  onSelector,
  onRefine,
  onRemove,
}: FieldRowsProps) => (
  <ul className="point-fields" aria-label="Fields">
    {fields.map(({ name, type, example, found, selector }, at) => (
      <li key={name} className={`point-field lit-${at % 6}`}>
        <div className="point-field-head">
          <LateText label={`Name of ${name}`} value={name} onValue={(to) => onRename(name, to)} />
          <Type name={name} type={type} onType={(to) => onRetype(name, to)} />
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
          <LateText
            key={selector}
            label={`Selector of ${name}`}
            className="mono"
            value={selector}
            onValue={(text) => onSelector(name, text)}
          />
          <p className="hint">Name, selector, and how the value is taken, such as price: .price | number.</p>
        </details>
      </li>
    ))}
  </ul>
);
