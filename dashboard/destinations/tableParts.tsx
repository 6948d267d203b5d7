import { AreaField, SelectField, TextField } from "../ui/form.tsx";
import type { TableDraft } from "./drafts.ts";
import { SecretField } from "./secretField.tsx";

interface TablePartsProps {
  readonly target: TableDraft;
  readonly onTarget: (target: TableDraft) => void;
}

const TextPart = ({
  target,
  onTarget,
  name,
  label,
  hint,
}: TablePartsProps & {
  readonly name: "host" | "port" | "database" | "user" | "schema" | "table";
  readonly label: string;
  readonly hint?: string;
}) => (
  <TextField
    label={label}
    required
    spellCheck={false}
    autoComplete="off"
    value={target[name]}
    {...(name === "port" && { inputMode: "numeric", pattern: "\\d+" })}
    {...(hint !== undefined && { hint })}
    onValue={(value) => onTarget({ ...target, [name]: value })}
  />
);

/** The fields of a table in PostgreSQL. */
export const TableParts = ({ target, onTarget }: TablePartsProps) => {
  const part = { target, onTarget };
  return (
    <>
      <div className="fields">
        <TextPart {...part} name="host" label="Host" />
        <TextPart {...part} name="port" label="Port" />
        <TextPart {...part} name="database" label="Database" />
      </div>
      <div className="fields">
        <TextPart {...part} name="user" label="User" hint="Needs USAGE and CREATE on the schema." />
        <SecretField
          label="Password"
          value={target.password}
          onValue={(password) => onTarget({ ...target, password })}
        />
      </div>
      <div className="fields">
        <TextPart {...part} name="schema" label="Schema" />
        <TextPart
          {...part}
          name="table"
          label="Table"
          hint="Created by the first delivery; it gets columns as the data needs them."
        />
      </div>
      <SelectField
        label="Rows of removed records"
        value={target.removed}
        options={[
          ["flag", "Set _removed_at"],
          ["delete", "Delete"],
        ]}
        onValue={(removed) => onTarget({ ...target, removed })}
        hint="For the latest records of monitors."
      />
      <SelectField
        label="TLS"
        value={target.tls}
        options={[
          ["verify", "Verify the server's certificate"],
          ["off", "Off"],
        ]}
        onValue={(tls) => onTarget({ ...target, tls })}
        hint="Off is only for private hosts that the operator has allowed."
      />
      {target.tls === "verify" && (
        <AreaField
          label="CA certificate"
          rows={3}
          spellCheck={false}
          className="mono"
          value={target.caCertificate}
          onValue={(caCertificate) => onTarget({ ...target, caCertificate })}
          hint="As PEM. Leave empty to use public authorities."
        />
      )}
    </>
  );
};
