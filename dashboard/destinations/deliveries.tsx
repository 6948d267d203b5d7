import { Link } from "wouter";
import type { DestinationDelivery } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { DeliveriesCard, isWaitingForRetry, ReplayButton, refetchDeliveriesMs } from "../ui/attempts.tsx";
import { OneLine } from "../ui/basics.tsx";
import { showPlural } from "../ui/format.ts";

const RunLink = ({ id }: { readonly id: string }) => <Link href={`/runs/${id}`}>{id}</Link>;

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

export const DestinationDeliveries = ({ destinationId }: { readonly destinationId: string }) => (
  <DeliveriesCard
    list={usePagedList(
      ["destinations", destinationId, "deliveries"],
      (client, page) => client.listDestinationDeliveries(destinationId, page),
      { pageSize: 20, refetchMs: refetchDeliveriesMs },
    )}
    name={{ title: "Run", isName: true, cell: ({ runId }) => <RunLink id={runId} /> }}
    result={{
      title: "Result",
      isExtra: true,
      cell: (delivery) => <OneLine>{outcomeOf(delivery)}</OneLine>,
    }}
    replay={(delivery) => <Replay delivery={delivery} />}
    titleOf={() => "Attempts to deliver"}
    about={({ runId }) => (
      <>
        The data of <RunLink id={runId} />
      </>
    )}
    empty="The data of the next good run is delivered here."
  />
);
