import { useState } from "react";
import type { Delivery } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { Badge, Button, Card, Empty, Time } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { showDateTime, showDuration, showPlural } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const PENDING_EVERY_MS = 2_000;
const IDLE_EVERY_MS = 15_000;

const Attempts = ({ delivery, onClose }: { readonly delivery: Delivery; readonly onClose: () => void }) => (
  <Dialog title={`Attempts to deliver ${delivery.event}`} onClose={onClose}>
    <p className="hint">
      <code>webhook-id: {delivery.eventId}</code>
    </p>
    {delivery.attempts.length === 0 && <p className="muted">No attempts yet.</p>}
    <ol className="stack tight steps">
      {delivery.attempts.map(({ timestamp, httpStatus, duration, error, reply }) => (
        <li key={timestamp} className="attempt">
          <div className="row spread">
            <strong>{httpStatus === null ? (error?.code ?? "no answer") : `HTTP ${httpStatus}`}</strong>
            <span className="muted">
              {showDateTime(timestamp)} · {showDuration(duration)}
            </span>
          </div>
          {error !== null && <p>{error.message}</p>}
          {reply !== null && reply !== "" && <pre>{reply}</pre>}
        </li>
      ))}
    </ol>
    {delivery.nextAttemptAt !== null && (
      <p>
        Next attempt <Time at={delivery.nextAttemptAt} />.
      </p>
    )}
  </Dialog>
);

/** Whether it has failed so far and will be tried again by itself. */
const isWaitingForRetry = ({ status, attempts, nextAttemptAt }: Delivery): boolean =>
  status === "pending" && attempts.length > 0 && nextAttemptAt !== null;

const Replay = ({ delivery }: { readonly delivery: Delivery }) => {
  const isWaiting = isWaitingForRetry(delivery);
  const replaying = useAction((client) => client.replayDelivery(delivery.id), {
    done: isWaiting ? "Sending it now." : "Redelivery queued.",
    tone: "plain",
    changes: [["webhooks"]],
  });
  return (
    <Button
      isSmall
      isBusy={replaying.isPending}
      disabled={delivery.status === "pending" && !isWaiting}
      onClick={() => replaying.mutate()}
    >
      {isWaiting ? "Resend now" : "Replay"}
    </Button>
  );
};

export const Deliveries = ({ webhookId }: { readonly webhookId: string }) => {
  const [shown, setShown] = useState<Delivery | null>(null);
  const list = usePagedList(
    ["webhooks", webhookId, "deliveries"],
    (client, page) => client.listWebhookDeliveries(webhookId, page),
    {
      pageSize: 20,
      refetchMs: (rows) =>
        rows?.some(({ status }) => status === "pending") ? PENDING_EVERY_MS : IDLE_EVERY_MS,
    },
  );
  const columns: readonly Column<Delivery>[] = [
    { title: "Event", isName: true, cell: ({ event }) => <code>{event}</code> },
    {
      title: "Status",
      cell: (delivery) =>
        isWaitingForRetry(delivery) ? (
          <span className="muted">
            Retrying <Time at={delivery.nextAttemptAt} />
          </span>
        ) : (
          <Badge of={delivery.status} />
        ),
    },
    {
      title: "Response",
      isExtra: true,
      cell: ({ attempts }) => attempts.at(-1)?.httpStatus ?? attempts.at(-1)?.error?.code ?? "–",
    },
    { title: "When", isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: "Attempts",
      cell: (delivery) => (
        <span className="actions">
          <Button
            isSmall
            aria-label={`Show ${showPlural(delivery.attempts.length, "attempt")}`}
            onClick={() => setShown(delivery)}
          >
            {delivery.attempts.length}
          </Button>
          <Replay delivery={delivery} />
        </span>
      ),
    },
  ];
  return (
    <Card title="Deliveries" isFlush>
      <PagedTable
        caption="Deliveries"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty title="No deliveries yet">Send test to see how your endpoint responds.</Empty>}
      />
      {shown !== null && <Attempts delivery={shown} onClose={() => setShown(null)} />}
    </Card>
  );
};
