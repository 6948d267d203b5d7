import type { Delivery } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { DeliveriesCard, isWaitingForRetry, ReplayButton, refetchDeliveriesMs } from "../ui/attempts.tsx";

const Replay = ({ delivery }: { readonly delivery: Delivery }) => {
  const replaying = useAction((client) => client.replayDelivery(delivery.id), {
    done: isWaitingForRetry(delivery) ? "Sending it now." : "Redelivery queued.",
    tone: "plain",
    changes: [["webhooks"]],
  });
  return <ReplayButton needs="webhooks:write" delivery={delivery} replaying={replaying} retry="Resend now" />;
};

export const Deliveries = ({ webhookId }: { readonly webhookId: string }) => (
  <DeliveriesCard
    list={usePagedList(
      ["webhooks", webhookId, "deliveries"],
      (client, page) => client.listWebhookDeliveries(webhookId, page),
      { pageSize: 20, refetchMs: refetchDeliveriesMs },
    )}
    name={{ title: "Event", isName: true, cell: ({ event }) => <code>{event}</code> }}
    result={{
      title: "Response",
      isExtra: true,
      cell: ({ attempts }) => attempts.at(-1)?.httpStatus ?? attempts.at(-1)?.error?.code ?? "–",
    }}
    replay={(delivery) => <Replay delivery={delivery} />}
    titleOf={({ event }) => `Attempts to deliver ${event}`}
    about={({ eventId }) => <code>webhook-id: {eventId}</code>}
    empty="Send test to see how your endpoint responds."
  />
);
