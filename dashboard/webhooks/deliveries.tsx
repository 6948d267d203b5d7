import { useState } from "react";
import type { Delivery } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import {
  Attempts,
  AttemptsCell,
  DeliveryStatus,
  isWaitingForRetry,
  ReplayButton,
  refetchDeliveriesMs,
} from "../ui/attempts.tsx";
import { Card, Empty, Time } from "../ui/basics.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";

const Replay = ({ delivery }: { readonly delivery: Delivery }) => {
  const replaying = useAction((client) => client.replayDelivery(delivery.id), {
    done: isWaitingForRetry(delivery) ? "Sending it now." : "Redelivery queued.",
    tone: "plain",
    changes: [["webhooks"]],
  });
  return <ReplayButton needs="webhooks:write" delivery={delivery} replaying={replaying} retry="Resend now" />;
};

export const Deliveries = ({ webhookId }: { readonly webhookId: string }) => {
  const [shown, setShown] = useState<Delivery | null>(null);
  const list = usePagedList(
    ["webhooks", webhookId, "deliveries"],
    (client, page) => client.listWebhookDeliveries(webhookId, page),
    { pageSize: 20, refetchMs: refetchDeliveriesMs },
  );
  const columns: readonly Column<Delivery>[] = [
    { title: "Event", isName: true, cell: ({ event }) => <code>{event}</code> },
    { title: "Status", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    {
      title: "Response",
      isExtra: true,
      cell: ({ attempts }) => attempts.at(-1)?.httpStatus ?? attempts.at(-1)?.error?.code ?? "–",
    },
    { title: "When", isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: "Attempts",
      cell: (delivery) => (
        <AttemptsCell delivery={delivery} onShow={() => setShown(delivery)}>
          <Replay delivery={delivery} />
        </AttemptsCell>
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
