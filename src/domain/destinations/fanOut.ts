import { MAX_DESTINATIONS } from "../../contract/account/plans.ts";
import { destinationDeliveryId } from "../../store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import { ATTEMPT_TIMING } from "../outbox/attempts.ts";
import type { Deps, WithDestinationQueue } from "../ports.ts";
import { isGood } from "../runs/end/good.ts";

/** The run that an event reports as completed; undefined: another event. */
const completedRunIn = (event: EventRecord): { readonly id: string; readonly flowId: string } | undefined =>
  event.type === "run.completed" ? JSON.parse(event.body).data : undefined;

const handTo = async (
  deps: Deps & WithDestinationQueue,
  destination: DestinationRecord,
  run: RunRecord,
): Promise<void> => {
  const { store, now, destinationQueue } = deps;
  const { accountId, flowId, id: runId } = run;
  const at = new Date(now()).toISOString();
  const id = destinationDeliveryId(runId, destination.id);
  const delivery = {
    id,
    accountId,
    destinationId: destination.id,
    flowId,
    runId,
    status: "pending",
    itemCount: null,
    note: null,
    attempts: [],
    step: 0,
    nextAttemptAt: at,
    turn: 0,
    createdAt: at,
  } as const;
  try {
    await store.commit(store.destinationDeliveries.insert(delivery, now() + ATTEMPT_TIMING.announceAgainMs));
  } catch (error) {
    // The event was already fanned out, at least in part. The clock announces what exists.
    if (error instanceof ConditionFailed) return;
    throw error;
  }
  await destinationQueue.send({ type: "destinationDelivery", accountId, deliveryId: id });
};

/** Hands a run that ended well to every destination of its flow: once to each, even if it is announced several times. */
export const handToDestinations = async (
  deps: Deps & WithDestinationQueue,
  event: EventRecord,
): Promise<void> => {
  const { store } = deps;
  const completed = completedRunIn(event);
  if (!completed) return;
  const { accountId } = event;
  const { records } = await store.destinations.list(accountId, { limit: MAX_DESTINATIONS });
  const wanted = records.filter(
    ({ active, flowIds }) => active && (flowIds === null || flowIds.includes(completed.flowId)),
  );
  if (wanted.length === 0) return;
  const run = await store.runs.get(accountId, completed.id);
  if (!run || !isGood(run)) return;
  await Promise.all(wanted.map((destination) => handTo(deps, destination, run)));
};
