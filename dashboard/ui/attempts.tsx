import type { ReactNode } from "react";
import type { Delivery, Scope } from "../../client/index.ts";
import { Badge, Button, Time } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";
import { showCount, showDateTime, showDuration, showPlural } from "./format.ts";

const PENDING_EVERY_MS = 2_000;
const IDLE_EVERY_MS = 15_000;

/** A delivery of an event or of a run's data. */
type Attempted = Pick<Delivery, "status" | "attempts" | "nextAttemptAt">;

/** Whether it has failed so far and will be tried again by itself. */
export const isWaitingForRetry = ({ status, attempts, nextAttemptAt }: Attempted): boolean =>
  status === "pending" && attempts.length > 0 && nextAttemptAt !== null;

/** How often a list of deliveries is read again. */
export const refetchDeliveriesMs = (rows: readonly Attempted[] | undefined): number =>
  rows?.some(({ status }) => status === "pending") ? PENDING_EVERY_MS : IDLE_EVERY_MS;

/** The status, or when the next attempt is. */
export const DeliveryStatus = ({ delivery }: { readonly delivery: Attempted }) =>
  isWaitingForRetry(delivery) ? (
    <span className="muted">
      Retrying <Time at={delivery.nextAttemptAt} />
    </span>
  ) : (
    <Badge of={delivery.status} />
  );

interface AttemptsCellProps {
  readonly delivery: Attempted;
  readonly onShow: () => void;
  /** Repeats it. */
  readonly children: ReactNode;
}

/** The number of attempts, which opens them, and a button that repeats the delivery. */
export const AttemptsCell = ({ delivery, onShow, children }: AttemptsCellProps) => (
  <span className="actions">
    <Button isSmall aria-label={`Show ${showPlural(delivery.attempts.length, "attempt")}`} onClick={onShow}>
      {showCount(delivery.attempts.length)}
    </Button>
    {children}
  </span>
);

interface ReplayButtonProps {
  readonly delivery: Attempted;
  readonly replaying: { readonly isPending: boolean; readonly mutate: () => void };
  /** The scope of repeating it. */
  readonly needs: Scope;
  /** What the button says while the delivery waits for a retry. */
  readonly retry: string;
}

export const ReplayButton = ({ delivery, replaying, needs, retry }: ReplayButtonProps) => {
  const isWaiting = isWaitingForRetry(delivery);
  return (
    <Button
      needs={needs}
      isSmall
      isBusy={replaying.isPending}
      disabled={delivery.status === "pending" && !isWaiting}
      onClick={() => replaying.mutate()}
    >
      {isWaiting ? retry : "Replay"}
    </Button>
  );
};

interface AttemptsProps {
  readonly title: string;
  readonly delivery: Attempted;
  readonly onClose: () => void;
  /** What is delivered. */
  readonly children: ReactNode;
}

/** All attempts of a delivery, with what the receiver answered. */
export const Attempts = ({ title, delivery, onClose, children }: AttemptsProps) => (
  <Dialog title={title} onClose={onClose}>
    <p className="hint">{children}</p>
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
