import type { ReactNode } from "react";
import type { Delivery } from "../../client/index.ts";
import { Time } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";
import { showDateTime, showDuration } from "./format.ts";

/** A delivery of an event or of a run's data. */
type Attempted = Pick<Delivery, "status" | "attempts" | "nextAttemptAt">;

/** Whether it has failed so far and will be tried again by itself. */
export const isWaitingForRetry = ({ status, attempts, nextAttemptAt }: Attempted): boolean =>
  status === "pending" && attempts.length > 0 && nextAttemptAt !== null;

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
