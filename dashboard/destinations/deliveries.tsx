import { useState } from "react";
import { Link } from "wouter";
import type { DestinationDelivery } from "../../client/index.ts";
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
import { showPlural } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const Replay = ({ delivery }: { readonly delivery: DestinationDelivery }) => {
  const replaying = useAction(
    (client) => client.replayDestinationDelivery(delivery.destinationId, delivery.id),
    {
      done: isWaitingForRetry(delivery) ? "Trying it now." : "Delivery queued.",
      tone: "plain",
      changes: [["destinations"]],
    },
  );
  return (
    <ReplayButton needs="destinations:write" delivery={delivery} replaying={replaying} retry="Retry now" />
  );
};

/** What was delivered, or why nothing was. */
const outcomeOf = ({ itemCount, note, attempts }: DestinationDelivery): string =>
  attempts.at(-1)?.error?.message ?? note ?? (itemCount === null ? "–" : showPlural(itemCount, "row"));

export const DestinationDeliveries = ({ destinationId }: { readonly destinationId: string }) => {
  const [shown, setShown] = useState<DestinationDelivery | null>(null);
  const list = usePagedList(
    ["destinations", destinationId, "deliveries"],
    (client, page) => client.listDestinationDeliveries(destinationId, page),
    { pageSize: 20, refetchMs: refetchDeliveriesMs },
  );
  const columns: readonly Column<DestinationDelivery>[] = [
    { title: "Run", isName: true, cell: ({ runId }) => <Link href={`/runs/${runId}`}>{runId}</Link> },
    { title: "Status", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    {
      title: "Result",
      isExtra: true,
      cell: (delivery) => (
        <span className="truncate" title={outcomeOf(delivery)}>
          {outcomeOf(delivery)}
        </span>
      ),
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
        empty={<Empty title="No deliveries yet">The data of the next good run is delivered here.</Empty>}
      />
      {shown !== null && (
        <Attempts title="Attempts to deliver" delivery={shown} onClose={() => setShown(null)}>
          The data of <Link href={`/runs/${shown.runId}`}>{shown.runId}</Link>
        </Attempts>
      )}
    </Card>
  );
};
