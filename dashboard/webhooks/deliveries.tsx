import { useState } from "react";
import type { Delivery } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { Attempts, isWaitingForRetry } from "../ui/attempts.tsx";
import { Badge, Button, Card, Empty, Time } from "../ui/basics.tsx";
import { showPlural } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const PENDING_EVERY_MS = 2_000;
const IDLE_EVERY_MS = 15_000;

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
      {shown !== null && (
        <Attempts
          title={`Attempts to deliver ${shown.event}`}
          delivery={shown}
          onClose={() => setShown(null)}
        >
          <code>webhook-id: {shown.eventId}</code>
        </Attempts>
      )}
    </Card>
  );
};
