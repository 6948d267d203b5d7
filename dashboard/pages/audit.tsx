import type { AuditEntry } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Card, Empty, OneLine, Time } from "../ui/basics.tsx";
import { DayFilters } from "../ui/dayFilters.tsx";
import { TextField } from "../ui/form.tsx";
import { showDateTime, showValue } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";
import { ANY, useFilters } from "../ui/useFilters.ts";
import { useSearchText } from "../ui/useSearchText.ts";

/** Fields with their own columns. The rest share one. */
const KNOWN: readonly string[] = ["keyId", "sessionId", "address", "requestId"];

const textOf = (entry: AuditEntry, name: string): string => showValue(entry.metadata[name]);

const restOf = ({ metadata }: AuditEntry): string =>
  Object.entries(metadata)
    .filter(([name]) => !KNOWN.includes(name))
    .map(([name, value]) => `${name}: ${showValue(value)}`)
    .join(" · ");

/** Ids start with the time, so their last digits tell them apart. */
const Id = ({ of }: { readonly of: string }) => (
  <code className="nowrap" title={of}>
    {of.length > 14 ? `${of.replace(/-.*/, "")}-…${of.slice(-6)}` : of}
  </code>
);

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    title: "When",
    cell: ({ timestamp }) => (
      <span title={showDateTime(timestamp)}>
        <Time at={timestamp} />
      </span>
    ),
  },
  { title: "Action", isName: true, cell: ({ action }) => <code>{action}</code> },
  { title: "Resource", cell: ({ resource }) => <Id of={resource} /> },
  {
    title: "Details",
    isExtra: true,
    cell: (entry) => <OneLine>{restOf(entry)}</OneLine>,
  },
  { title: "By", isExtra: true, cell: ({ email, userId }) => (email === null ? <Id of={userId} /> : email) },
  {
    title: "Key or session",
    isExtra: true,
    cell: (entry) => <Id of={textOf(entry, "sessionId" in entry.metadata ? "sessionId" : "keyId")} />,
  },
  { title: "IP address", isExtra: true, cell: (entry) => textOf(entry, "address") },
];

export default function Audit() {
  const filters = useFilters();
  const actions = useSearchText();
  const resources = useSearchText();
  const query = {
    ...(actions.settled && { action: actions.settled }),
    ...(resources.settled && { resource: resources.settled }),
    ...filters.query({ from: ANY, to: ANY }),
  };
  const list = usePagedList(["audit", query], (client, page) => client.listAudit({ ...query, ...page }));
  return (
    <Page title="Audit log" lead="Who changed what, newest first. Entries can't be edited.">
      <div className="filters">
        <TextField
          label="Action"
          type="search"
          placeholder="flow.created"
          value={actions.typed}
          onValue={actions.onTyped}
        />
        <TextField
          label="Resource"
          type="search"
          placeholder="ID"
          value={resources.typed}
          onValue={resources.onTyped}
        />
        <DayFilters filters={filters} />
      </div>
      <Card isFlush>
        <PagedTable
          caption="Audit log"
          columns={COLUMNS}
          list={list}
          keyOf={({ id }) => id}
          empty={<Empty title={Object.keys(query).length === 0 ? "No changes yet" : "No matching changes"} />}
        />
      </Card>
    </Page>
  );
}
