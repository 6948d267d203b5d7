import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Ticket as TicketRecord, UpdateTicket } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { Badge, Button, Card, Loading, Time } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { SelectField } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

const Controls = ({ ticket }: { readonly ticket: TicketRecord }) => {
  const updating = useAction((client, patch: UpdateTicket) => client.updateTicket(ticket.id, patch), {
    done: "Saved.",
    changes: [["tickets"]],
  });
  return (
    <Card title="State">
      <div className="fields">
        <SelectField
          needs="tickets:write"
          label="Status"
          value={ticket.status}
          options={CHOICES.TicketStatus}
          onValue={(status) => updating.mutate({ status })}
        />
        <SelectField
          needs="tickets:write"
          label="Priority"
          value={ticket.priority}
          options={CHOICES.TicketPriority}
          onValue={(priority) => updating.mutate({ priority })}
        />
        <SelectField
          needs="tickets:write"
          label="Type"
          value={ticket.type}
          options={CHOICES.TicketType}
          onValue={(type) => updating.mutate({ type })}
        />
      </div>
      <dl className="facts">
        <dt>Opened</dt>
        <dd>
          <Time at={ticket.createdAt} />
        </dd>
        <dt>Updated</dt>
        <dd>
          <Time at={ticket.updatedAt} />
        </dd>
        {ticket.flowId !== null && (
          <>
            <dt>About</dt>
            <dd>
              <Link href={`/flows/${ticket.flowId}`}>{ticket.flowId}</Link>
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
};

const DeleteTicket = ({ id }: { readonly id: string }) => {
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const deleting = useAction((client) => client.deleteTicket(id), {
    done: "Ticket deleted.",
    changes: [["tickets"]],
    onDone: () => navigate("/tickets"),
  });
  return (
    <>
      <Button needs="tickets:write" look="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <Confirm
          title="Delete this ticket?"
          action="Delete ticket"
          does={deleting}
          onClose={() => setAsking(false)}
        >
          You can't undo this.
        </Confirm>
      )}
    </>
  );
};

interface TicketProps {
  readonly params: { readonly id?: string };
}

export default function Ticket({ params: { id = "" } }: TicketProps) {
  const { data: ticket, error, refetch } = useRecord(["tickets", id], (client) => client.getTicket(id));
  const parent = ["/tickets", "Tickets"] as const;
  if (ticket === undefined)
    return (
      <Page title="Ticket" parent={parent}>
        {error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page
      title={ticket.subject}
      parent={parent}
      badge={<Badge of={ticket.status} />}
      actions={<DeleteTicket id={id} />}
    >
      <div className="columns">
        <Card title="Description">
          {ticket.description === "" ? (
            <p className="muted">No description.</p>
          ) : (
            <p className="prose">{ticket.description}</p>
          )}
          {ticket.screenshot !== null && (
            <img className="picture" src={ticket.screenshot} alt="Screenshot attached to the ticket" />
          )}
        </Card>
        <Controls ticket={ticket} />
      </div>
    </Page>
  );
}
