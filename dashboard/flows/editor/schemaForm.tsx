import { useState } from "react";
import { isDescribed, typeOfField } from "../../../client/fieldType.ts";
import { VALUE_TYPES } from "../../../client/vocabulary.ts";
import { Button } from "../../ui/basics.tsx";
import { useFault } from "./faults.ts";

type Schema = Readonly<Record<string, unknown>>;

const TYPES = [...VALUE_TYPES, ...VALUE_TYPES.map((type) => `${type}[]`)];

interface RowProps {
  readonly name: string;
  readonly type: unknown;
  readonly onType: (type: unknown) => void;
  readonly onRemove: () => void;
}

const Row = ({ name, type, onType, onRemove }: RowProps) => {
  const fault = useFault(`outputSchema.${name}`);
  const plain = typeOfField(type);
  return (
    <li className="schema-row">
      <code>{name}</code>
      {typeof plain === "string" ? (
        <select
          aria-label={`Type of ${name}`}
          aria-invalid={fault === undefined ? undefined : true}
          value={plain}
          onChange={({ target: { value } }) => onType(isDescribed(type) ? { ...type, type: value } : value)}
        >
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      ) : (
        <code className="muted truncate" title="Nested record. Edit it with the API.">
          {JSON.stringify(type)}
        </code>
      )}
      {isDescribed(type) && <span className="muted truncate">{type.description}</span>}
      <Button isSmall look="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
        ×
      </Button>
    </li>
  );
};

interface SchemaFormProps {
  readonly schema: Schema;
  readonly onSchema: (schema: Schema) => void;
}

/** Names and types of the records' fields. */
export const SchemaForm = ({ schema, onSchema }: SchemaFormProps) => {
  const [name, setName] = useState("");
  const fault = useFault("outputSchema");
  const add = () => {
    const tidy = name.trim();
    if (tidy === "") return;
    onSchema({ ...schema, [tidy]: schema[tidy] ?? "string" });
    setName("");
  };
  return (
    <div className="stack tight">
      {fault !== undefined && <p className="field fault-line">{fault}</p>}
      <ul className="stack tight">
        {Object.entries(schema).map(([field, type]) => (
          <Row
            key={field}
            name={field}
            type={type}
            onType={(changed) => onSchema({ ...schema, [field]: changed })}
            onRemove={() =>
              onSchema(Object.fromEntries(Object.entries(schema).filter(([each]) => each !== field)))
            }
          />
        ))}
      </ul>
      <div className="row">
        <input
          className="auto"
          aria-label="New field name"
          placeholder="title"
          value={name}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button isSmall onClick={add}>
          Add field
        </Button>
      </div>
    </div>
  );
};
