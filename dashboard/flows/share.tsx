import { useState } from "react";
import { type Flow, type FlowToken, flowLinks } from "../../client/index.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";
import { Button, Card, doing, Empty, Loading, Time } from "../ui/basics.tsx";
import { Confirm, Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { FormDialog } from "../ui/formDialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { Secret } from "../ui/secret.tsx";
import { Table } from "../ui/table.tsx";

/** Labels of the formats. */
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  csv: "CSV, for Google Sheets and Excel",
  xlsx: "Excel workbook",
  json: "JSON",
  ndjson: "NDJSON",
};

interface MadeProps {
  readonly flow: Flow;
  readonly made: FlowToken;
  readonly onClose: () => void;
}

/** The URLs of a new token, which are shown only once. */
const Addresses = ({ flow, made: { name, token }, onClose }: MadeProps) => {
  const { apiUrl } = useSession();
  const { changes, ...files } = flowLinks(apiUrl, flow.id, token);
  const addresses = Object.entries(files).map(([format, url]) => ({
    label: FORMAT_NAMES[format] ?? format,
    url,
  }));
  const feed = { label: "Changes, for feed readers", url: changes };
  return (
    <Dialog title={`Links of “${name}”`} onClose={onClose}>
      <p>Copy them now. You won't be able to see them again. Anyone with a link can read the data.</p>
      {[...addresses, ...(flow.mode === "monitor" ? [feed] : [])].map(({ label, url }) => (
        <div key={label}>
          <p>{label}</p>
          <Secret value={url} label={label} />
        </div>
      ))}
      <div className="dialog-foot">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
};

interface NewTokenProps {
  readonly flowId: string;
  readonly onClose: () => void;
  readonly onMade: (token: FlowToken) => void;
}

const NewToken = ({ flowId, onClose, onMade }: NewTokenProps) => {
  const [name, setName] = useState("");
  const creating = useAction((client) => client.createFlowToken(flowId, { name }), {
    isQuiet: true,
    changes: [["flowTokens"]],
    onDone: onMade,
  });
  return (
    <FormDialog title="New link" action="Create link" sending={creating} onClose={onClose}>
      <TextField
        label="Name"
        required
        value={name}
        onValue={setName}
        placeholder="Price sheet"
        hint="Where you use it. Create one link for each place."
      />
    </FormDialog>
  );
};

const WARNINGS = {
  rotate: "The old link stops working immediately.",
  revoke: "It stops working immediately. This can't be undone.",
} as const;

/** Links to a flow's latest data, for programs that cannot send an API key. */
export const FlowShare = ({ flow }: { readonly flow: Flow }) => {
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<FlowToken | null>(null);
  const [asked, setAsked] = useState<{ what: keyof typeof WARNINGS; token: FlowToken } | null>(null);
  const { data, error, refetch } = useRecord(["flowTokens", flow.id], async (client) =>
    client.listFlowTokens(flow.id),
  );
  const show = (token: FlowToken) => {
    setNew(false);
    setAsked(null);
    setMade(token);
  };
  const rotating = useAction((client, { id }: FlowToken) => client.rotateFlowToken(flow.id, id), {
    changes: [["flowTokens"]],
    onDone: show,
  });
  const revoking = useAction((client, { id }: FlowToken) => client.revokeFlowToken(flow.id, id), {
    done: "Link revoked.",
    changes: [["flowTokens"]],
    onDone: () => setAsked(null),
  });
  const perform = { rotate: rotating, revoke: revoking };
  const tokens = data?.data;
  return (
    <Card
      title="Share"
      isFlush
      actions={
        <Button needs="flows:write" isSmall onClick={() => setNew(true)}>
          New link
        </Button>
      }
    >
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {tokens === undefined && error === null && <Loading />}
      {tokens?.length === 0 && (
        <Empty title="No links">
          Open the latest data in a spreadsheet, a BI tool or a feed reader, with no API key.
        </Empty>
      )}
      {tokens !== undefined && tokens.length > 0 && (
        <Table
          caption="Links"
          rows={tokens}
          keyOf={({ id }) => id}
          columns={[
            { title: "Name", isName: true, cell: ({ name }) => name },
            {
              title: "Token",
              isExtra: true,
              cell: ({ token }) => <code>{token.replace(/\*+/, "…")}</code>,
            },
            { title: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
            {
              title: "Actions",
              cell: (token) => (
                <span className="actions">
                  <Button
                    needs="flows:write"
                    isSmall
                    aria-label={`Rotate ${token.name}`}
                    onClick={() => setAsked({ what: "rotate", token })}
                  >
                    Rotate
                  </Button>
                  <Button
                    needs="flows:write"
                    isSmall
                    look="danger"
                    aria-label={`Revoke ${token.name}`}
                    onClick={() => setAsked({ what: "revoke", token })}
                  >
                    Revoke
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {isNew && <NewToken flowId={flow.id} onClose={() => setNew(false)} onMade={show} />}
      {made !== null && <Addresses flow={flow} made={made} onClose={() => setMade(null)} />}
      {asked !== null && (
        <Confirm
          title={asked.what === "rotate" ? `Rotate “${asked.token.name}”?` : `Revoke “${asked.token.name}”?`}
          action={asked.what === "rotate" ? "Rotate link" : "Revoke link"}
          does={doing(perform[asked.what], asked.token)}
          onClose={() => setAsked(null)}
        >
          {WARNINGS[asked.what]}
        </Confirm>
      )}
    </Card>
  );
};
