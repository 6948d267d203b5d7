import { type ReactNode, useState } from "react";
import type { Delivery, Scope } from "../../client/index.ts";
import type { PagedList } from "../api/queries.ts";
import { Badge, Button, Card, type Doing, Empty, Time } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";
import { showCount, showDateTime, showDuration, showPlural } from "./format.ts";
import { type Column, PagedTable } from "./table.tsx";

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
const DeliveryStatus = ({ delivery }: { readonly delivery: Attempted }) =>
  isWaitingForRetry(delivery) ? (
    <span className="muted">
      Retrying <Time at={delivery.nextAttemptAt} />
    </span>
  ) : (
    <Badge of={delivery.status} />
  );

interface ReplayButtonProps {
  readonly delivery: Attempted;
  readonly replaying: Doing;
  /** The scope of repeating it. */
  readonly needs: Scope;
  /** What the button says while the delivery waits for a retry. */
  readonly retry: string;
}

export const ReplayButton = ({ delivery, replaying, needs, retry }: ReplayButtonProps) => {
  const isWaiting = isWaitingForRetry(delivery);
  return (
    <Button needs={needs} isSmall disabled={delivery.status === "pending" && !isWaiting} does={replaying}>
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
const Attempts = ({ title, delivery, onClose, children }: AttemptsProps) => (
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

interface DeliveriesCardProps<T> {
  readonly list: PagedList<T>;
  readonly name: Column<T>;
  readonly result: Column<T>;
  /** Repeats a delivery. */
  readonly replay: (delivery: T) => ReactNode;
  readonly titleOf: (delivery: T) => string;
  /** What is delivered. */
  readonly about: (delivery: T) => ReactNode;
  /** When there are deliveries, if there are none yet. */
  readonly empty: string;
}

/** The deliveries to a receiver, each with its attempts. */
export const DeliveriesCard = <T extends Attempted & Pick<Delivery, "id" | "createdAt">>(
  props: DeliveriesCardProps<T>,
) => {
  const { list, name, result, replay, titleOf, about, empty } = props;
  const [shown, setShown] = useState<T | null>(null);
  const columns: readonly Column<T>[] = [
    name,
    { title: "Status", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    result,
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
          {replay(delivery)}
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
        empty={<Empty title="No deliveries yet">{empty}</Empty>}
      />
      {shown !== null && (
        <Attempts title={titleOf(shown)} delivery={shown} onClose={() => setShown(null)}>
          {about(shown)}
        </Attempts>
      )}
    </Card>
  );
};
