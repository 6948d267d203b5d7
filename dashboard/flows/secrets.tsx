import { useState } from "react";
import type { Flow } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Button, Card, doing, Empty } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { FormDialog } from "../ui/formDialog.tsx";
import { Table } from "../ui/table.tsx";

interface SecretDialogProps {
  readonly flow: Flow;
  /** The secret whose value is replaced; null: a new one. */
  readonly name: string | null;
  readonly onClose: () => void;
}

const SecretDialog = ({ flow, name: known, onClose }: SecretDialogProps) => {
  const [name, setName] = useState(known ?? "");
  const [value, setValue] = useState("");
  const writing = useAction((client) => client.putFlowSecret(flow.id, name.trim(), { value }), {
    done: ({ origins }) => `Secret saved. It is only used on ${origins.join(", ")}.`,
    isQuiet: true,
    changes: [["flows"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={known === null ? "New secret" : `Replace ${known}`}
      action="Save secret"
      sending={writing}
      onClose={onClose}
    >
      {known === null && (
        <TextField
          label="Name"
          required
          value={name}
          onValue={setName}
          spellCheck={false}
          hint={`Use it in a type step as {{secret.${name || "name"}}}.`}
        />
      )}
      <TextField
        label="Value"
        type="password"
        autoComplete="off"
        required
        value={value}
        onValue={setValue}
        hint="Encrypted. It can't be shown again."
      />
    </FormDialog>
  );
};

/** A flow's secrets, such as passwords that its steps type. They can be written but not read. */
export const FlowSecrets = ({ flow }: { readonly flow: Flow }) => {
  const [written, setWritten] = useState<{ readonly name: string | null } | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const deleting = useAction((client, name: string) => client.deleteFlowSecret(flow.id, name), {
    done: "Secret deleted.",
    tone: "plain",
    changes: [["flows"]],
    onDone: () => setDeleted(null),
  });
  return (
    <Card
      title="Secrets"
      isFlush
      actions={
        <Button needs="flows:write" isSmall onClick={() => setWritten({ name: null })}>
          New secret
        </Button>
      }
    >
      {flow.secrets.length === 0 ? (
        <Empty title="No secrets">Store usernames and passwords for pages behind a login.</Empty>
      ) : (
        <Table
          caption="Secrets"
          rows={flow.secrets}
          keyOf={(name) => name}
          columns={[
            { title: "Name", isName: true, cell: (name) => <code>{name}</code> },
            { title: "Use as", isExtra: true, cell: (name) => <code>{`{{secret.${name}}}`}</code> },
            {
              title: "Actions",
              cell: (name) => (
                <span className="actions">
                  <Button needs="flows:write" isSmall onClick={() => setWritten({ name })}>
                    Replace
                  </Button>
                  <Button needs="flows:write" isSmall look="danger" onClick={() => setDeleted(name)}>
                    Delete
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {written !== null && <SecretDialog flow={flow} name={written.name} onClose={() => setWritten(null)} />}
      {deleted !== null && (
        <Confirm
          title={`Delete the secret ${deleted}?`}
          action="Delete secret"
          does={doing(deleting, deleted)}
          onClose={() => setDeleted(null)}
        >
          Runs that use it will fail.
        </Confirm>
      )}
    </Card>
  );
};
