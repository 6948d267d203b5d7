import { useState } from "react";
import type { ApiKey, Scope } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { Button, Card, Empty, Time } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { FormDialog } from "../ui/formDialog.tsx";
import { SecretDialog } from "../ui/secretDialog.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";
import { ScopePicker } from "./scopePicker.tsx";

const CHANGES = [["keys"]];
const DAY_SECONDS = 86_400;

const OVERLAPS = [
  ["0", "Immediately"],
  [String(3_600), "In 1 hour"],
  [String(DAY_SECONDS), "In 1 day"],
  [String(7 * DAY_SECONDS), "In 1 week"],
] as const;

interface DialogProps {
  readonly onClose: () => void;
  readonly onMade: (key: ApiKey) => void;
}

const NewKey = ({ onClose, onMade }: DialogProps) => {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expires, setExpires] = useState("");
  const creating = useAction(
    (client) =>
      client.createKey({
        name,
        scopes: [...scopes],
        ...(expires !== "" && { expiresAt: new Date(`${expires}T23:59:59.000Z`).toISOString() }),
      }),
    { isQuiet: true, changes: CHANGES, onDone: onMade },
  );
  return (
    <FormDialog
      title="New API key"
      action="Create key"
      sending={creating}
      isDisabled={scopes.length === 0}
      onClose={onClose}
    >
      <TextField label="Name" required value={name} onValue={setName} placeholder="Nightly export" />
      <ScopePicker scopes={scopes} onScopes={setScopes} />
      <TextField
        label="Expires"
        type="date"
        value={expires}
        onValue={setExpires}
        hint="Expires at the end of that day (UTC). Leave empty for no expiry."
      />
    </FormDialog>
  );
};

const RotateKey = ({ rotated, onClose, onMade }: DialogProps & { readonly rotated: ApiKey }) => {
  const [overlap, setOverlap] = useState<string>(String(DAY_SECONDS));
  const rotating = useAction((client) => client.rotateKey(rotated.id, { overlapSeconds: Number(overlap) }), {
    isQuiet: true,
    changes: CHANGES,
    onDone: onMade,
  });
  return (
    <FormDialog title={`Rotate “${rotated.name}”`} action="Rotate key" sending={rotating} onClose={onClose}>
      <p>Creates a new key with the same name and scopes.</p>
      <SelectField label="Old key expires" value={overlap} options={OVERLAPS} onValue={setOverlap} />
    </FormDialog>
  );
};

const RevokeKey = ({ revoked, onClose }: { readonly revoked: ApiKey; readonly onClose: () => void }) => {
  const revoking = useAction((client) => client.revokeKey(revoked.id), {
    done: ({ name }) => `Key “${name}” revoked.`,
    tone: "plain",
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <Confirm title={`Revoke “${revoked.name}”?`} action="Revoke key" does={revoking} onClose={onClose}>
      It stops working immediately. This can't be undone.
    </Confirm>
  );
};

type Asked = { readonly what: "new" } | { readonly what: "rotate" | "revoke"; readonly key: ApiKey };

const columnsFor = (ask: (asked: Asked) => void): readonly Column<ApiKey>[] => [
  { title: "Name", isName: true, cell: ({ name }) => name },
  { title: "Key", isExtra: true, cell: ({ key }) => <code>{key.replace(/\*+/, "…")}</code> },
  {
    title: "Scopes",
    isExtra: true,
    cell: ({ scopes }) => <span title={scopes.join(", ")}>{scopes.length}</span>,
  },
  { title: "Created by", isExtra: true, cell: ({ createdBy }) => createdBy ?? "—" },
  { title: "Last used", isExtra: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { title: "Expires", isExtra: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    title: "Actions",
    cell: (key) => (
      <span className="actions">
        <Button
          needs="keys:write"
          isSmall
          aria-label={`Rotate ${key.name}`}
          onClick={() => ask({ what: "rotate", key })}
        >
          Rotate
        </Button>
        <Button
          needs="keys:write"
          isSmall
          look="danger"
          aria-label={`Revoke ${key.name}`}
          onClick={() => ask({ what: "revoke", key })}
        >
          Revoke
        </Button>
      </span>
    ),
  },
];

export const Keys = () => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<ApiKey | null>(null);
  const list = usePagedList(["keys"], (client, page) => client.listKeys(page));
  const close = () => setAsked(null);
  const show = (key: ApiKey) => {
    close();
    setMade(key);
  };
  return (
    <Card
      title="API keys"
      isFlush
      actions={
        <Button needs="keys:write" isSmall look="primary" onClick={() => setAsked({ what: "new" })}>
          New key
        </Button>
      }
    >
      <PagedTable
        caption="API keys"
        columns={columnsFor(setAsked)}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty title="No keys" />}
      />
      {asked?.what === "new" && <NewKey onClose={close} onMade={show} />}
      {asked?.what === "rotate" && <RotateKey rotated={asked.key} onClose={close} onMade={show} />}
      {asked?.what === "revoke" && <RevokeKey revoked={asked.key} onClose={close} />}
      {made !== null && (
        <SecretDialog
          title={`The key “${made.name}”`}
          label="API key"
          value={made.key}
          onClose={() => setMade(null)}
        />
      )}
    </Card>
  );
};
