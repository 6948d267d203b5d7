/** What happens to a destination that keeps failing: an alert, and in the end it is disabled. */
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { Write } from "../../store/table.ts";
import { raiseAlert, raiseOnce } from "../alerts/alerts.ts";
import { addActivity, auditSystem } from "../journal/journal.ts";
import type { Deps } from "../ports.ts";

const failingCause = (id: string): string => `destination_failing:${id}`;
const disabledCause = (id: string): string => `destination_disabled:${id}`;

/** The causes of a destination's alerts. They stay open until a delivery succeeds or the destination is changed. */
export const causesOf = (id: string): readonly string[] => [failingCause(id), disabledCause(id)];

const REASONS = {
  gone: "its receiver answered 410 Gone",
  failing: "every delivery failed for five days",
} as const;

/** Informs the owner that deliveries fail, once. */
export const alertFailing = (
  deps: Deps,
  { id, accountId, name }: DestinationRecord,
  reason: string,
): Promise<Write[]> =>
  raiseOnce(deps, accountId, {
    type: "destination_failing",
    severity: "warning",
    flowId: null,
    title: `Deliveries to ${name} are failing`,
    message: `Data cannot be delivered to "${name}": ${reason} Deliveries are retried for three days.`,
    cause: failingCause(id),
  });

/** Informs the owner that a run's data was given up, because every worker that tried to deliver it stopped. */
export const alertDropped = (
  deps: Deps,
  { accountId, name }: DestinationRecord,
  { flowId, runId }: { readonly flowId: string; readonly runId: string },
): Write[] =>
  raiseAlert(deps, accountId, {
    type: "destination_failing",
    severity: "warning",
    flowId,
    title: `A delivery to ${name} was given up`,
    message: `The data of run ${runId} was not delivered to "${name}": every worker that tried it stopped. Replay the delivery.`,
    // Each raises an alert: no later success ends it, unlike the alert about a failing destination.
    cause: null,
  });

/** Disables a destination, and reports it in an alert, the audit log and the activity feed. */
export const disableDestination = (
  deps: Deps,
  destination: DestinationRecord,
  reason: keyof typeof REASONS,
): Write[] => {
  const { store } = deps;
  const { id, accountId, name } = destination;
  const message = `The destination "${name}" was disabled: ${REASONS[reason]}.`;
  return [
    ...store.destinations.disable(destination),
    ...raiseAlert(deps, accountId, {
      type: "destination_failing",
      severity: "critical",
      flowId: null,
      title: `The destination ${name} was disabled`,
      message: `${message} Fix it, then enable it again.`,
      cause: disabledCause(id),
    }),
    ...auditSystem(deps, accountId, {
      action: "destination.disabled",
      resource: id,
      metadata: { reason },
    }),
    ...addActivity(deps, accountId, { type: "destination.disabled", message, flowId: null, subject: id }),
  ];
};
