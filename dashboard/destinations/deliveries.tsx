import { useState } from "react";
import { Link } from "wouter";
import type { DestinationDelivery } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { Attempts, isWaitingForRetry } from "../ui/attempts.tsx";
import { Badge, Button, Card, Empty, Time } from "../ui/basics.tsx";
import { showCount, showPlural } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const PENDING_EVERY_MS = 2_000;
const IDLE_EVERY_MS = 15_000;

const Replay = ({ delivery }: { readonly delivery: DestinationDelivery }) => {
  const isWaiting = isWaitingForRetry(delivery);
  const replaying = useAction(
    (client) => client.replayDestinationDelivery(delivery.destinationId, delivery.id),
    {
      done: isWaiting ? "Trying it now." : "Delivery queued.",
      tone: "plain",
      changes: [["destinations"]],
    },
  );
  return (
    <Button
      isSmall
      isBusy={replaying.isPending}
      disabled={delivery.status === "pending" && !isWaiting}
      onClick={() => replaying.mutate()}
    >
      {isWaiting ? "Retry now" : "Replay"}
    </Button>
  );
};

const Status = ({ delivery }: { readonly delivery: DestinationDelivery }) =>
  isWaitingForRetry(delivery) ? (
    <span className="muted">
      Retrying <Time at={delivery.nextAttemptAt} />
    </span>
  ) : (
    <Badge of={delivery.status} />
  );

/** What was delivered, or why nothing was. */
const outcomeOf = ({ itemCount, note, attempts }: DestinationDelivery): string =>
  attempts.at(-1)?.error?.message ?? note ?? (itemCount === null ? "–" : showPlural(itemCount, "row"));

export const DestinationDeliveries = ({ destinationId }: { readonly destinationId: string }) => {
  const [shown, setShown] = useState<DestinationDelivery | null>(null);
  const list = usePagedList(
    ["destinations", destinationId, "deliveries"],
    (client, page) => client.listDestinationDeliveries(destinationId, page),
    {
      pageSize: 20,
      refetchMs: (rows) =>
        rows?.some(({ status }) => status === "pending") ? PENDING_EVERY_MS : IDLE_EVERY_MS,
    },
  );
  const columns: readonly Column<DestinationDelivery>[] = [
    { title: "Run", isName: true, cell: ({ runId }) => <Link href={`/runs/${runId}`}>{runId}</Link> },
    { title: "Status", cell: (delivery) => <Status delivery={delivery} /> },
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
        <span className="actions">
          <Button
            isSmall
            aria-label={`Show ${showPlural(delivery.attempts.length, "attempt")}`}
            onClick={() => setShown(delivery)}
          >
            {showCount(delivery.attempts.length)}
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
