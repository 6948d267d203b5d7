import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { TicketSummary } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { readPng } from "../tickets/readPng.ts";
import { Badge, Button, Card, Empty, Time } from "../ui/basics.tsx";
import { FilterField } from "../ui/filterField.tsx";
import { AreaField, SelectField, TextField } from "../ui/form.tsx";
import { showName } from "../ui/format.ts";
import { FormDialog } from "../ui/formDialog.tsx";
import { Page } from "../ui/page.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";
import { useFilters } from "../ui/useFilters.ts";

const COLUMNS: readonly Column<TicketSummary>[] = [
  {
    title: "Subject",
    isName: true,
    cell: ({ id, subject }) => (
      <Link href={`/tickets/${id}`} className="truncate">
        {subject}
      </Link>
    ),
  },
  { title: "Status", cell: ({ status }) => <Badge of={status} /> },
  { title: "Priority", isExtra: true, cell: ({ priority }) => <Badge of={priority} /> },
  { title: "Type", isExtra: true, cell: ({ type }) => showName(type) },
  { title: "Updated", isExtra: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

const NewTicket = ({ onClose }: { readonly onClose: () => void }) => {
  const [, navigate] = useLocation();
  const [subject, setSubject] = useState("");
  const [description, setDescription] = useState("");
  const [type, setType] = useState<(typeof CHOICES.TicketType)[number]>("question");
  const [priority, setPriority] = useState<(typeof CHOICES.TicketPriority)[number]>("normal");
  const [picture, setPicture] = useState<File | null>(null);
  const creating = useAction(
    async (client) =>
      client.createTicket({
        subject,
        description,
        type,
        priority,
        ...(picture !== null && { screenshot: await readPng(picture) }),
      }),
    {
      done: "Ticket opened.",
      isQuiet: true,
      changes: [["tickets"]],
      onDone: ({ id }) => navigate(`/tickets/${id}`),
    },
  );
  return (
    <FormDialog title="New ticket" action="Open ticket" sending={creating} onClose={onClose}>
      <TextField label="Subject" required value={subject} onValue={setSubject} />
      <AreaField label="Description" rows={5} value={description} onValue={setDescription} />
      <div className="fields">
        <SelectField label="Type" value={type} options={CHOICES.TicketType} onValue={setType} />
        <SelectField
          label="Priority"
          value={priority}
          options={CHOICES.TicketPriority}
          onValue={setPriority}
        />
      </div>
      <label className="field">
        <span>Screenshot</span>
        <input
          type="file"
          accept="image/png"
          onChange={(event) => setPicture(event.target.files?.[0] ?? null)}
        />
        <span className="hint">A PNG image of at most 3 MB.</span>
      </label>
    </FormDialog>
  );
};

export default function Tickets() {
  const filters = useFilters();
  const [isNew, setNew] = useState(false);
  const query = filters.query({ status: CHOICES.TicketStatus, priority: CHOICES.TicketPriority });
  const list = usePagedList(["tickets", "list", query], (client, page) =>
    client.listTickets({ ...query, ...page }),
  );
  return (
    <Page
      title="Tickets"
      lead="Questions, problems and suggestions."
      actions={
        <Button needs="tickets:write" look="primary" onClick={() => setNew(true)}>
          New ticket
        </Button>
      }
    >
      <div className="filters">
        <FilterField label="Status" name="status" filters={filters} options={CHOICES.TicketStatus} />
        <FilterField label="Priority" name="priority" filters={filters} options={CHOICES.TicketPriority} />
      </div>
      <Card isFlush>
        <PagedTable
          caption="Tickets"
          columns={COLUMNS}
          list={list}
          keyOf={({ id }) => id}
          empty={<Empty title="No tickets">Ask a question, report a problem or make a suggestion.</Empty>}
        />
      </Card>
      {isNew && <NewTicket onClose={() => setNew(false)} />}
    </Page>
  );
}
