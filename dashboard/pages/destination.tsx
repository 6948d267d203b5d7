import { Link, useLocation } from "wouter";
import type { CreateDestination, Destination as DestinationRecord } from "../../client/index.ts";
import { showTarget } from "../../client/targets.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { DestinationDeliveries } from "../destinations/deliveries.tsx";
import { DestinationForm } from "../destinations/destinationForm.tsx";
import { CONTENTS, FORMATS, TYPES } from "../destinations/kinds.ts";
import { sayTest } from "../destinations/sayTest.ts";
import { Badge, Loading, Time } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { ReceiverActions, SettingsCard } from "../ui/receiver.tsx";

const CHANGES = [["destinations"]];

const Actions = ({ destination: { id, active } }: { readonly destination: DestinationRecord }) => {
  const [, navigate] = useLocation();
  const testing = useAction((client) => client.testDestination(id), {
    done: sayTest,
    tone: ({ succeeded }) => (succeeded ? "good" : "bad"),
  });
  const switching = useAction((client) => client.updateDestination(id, { active: !active }), {
    done: active ? "Destination disabled. Pending deliveries were dropped." : "Destination enabled.",
    tone: active ? "plain" : "good",
    changes: CHANGES,
  });
  const deleting = useAction((client) => client.deleteDestination(id), {
    done: "Destination deleted.",
    tone: "plain",
    changes: CHANGES,
    onDone: () => navigate("/destinations"),
  });
  return (
    <ReceiverActions
      what="destination"
      needs="destinations:write"
      active={active}
      testing={testing}
      switching={switching}
      deleting={deleting}
      warning="Pending deliveries will be dropped. What was delivered stays where it is."
    />
  );
};

/** Since when deliveries fail, and why. */
const Failing = ({ destination: { failing } }: { readonly destination: DestinationRecord }) => {
  if (!failing) return null;
  const { since, httpStatus, error } = failing;
  const reason = error ?? (httpStatus === null ? "No answer." : `The receiver answered ${httpStatus}.`);
  return (
    <section className="notice warn" aria-label="Failing">
      <h2>Deliveries are failing</h2>
      <p>
        Since <Time at={since} />: <strong>{reason}</strong> Correct the settings or the receiver, then send a
        test. Deliveries are retried for three days; after five days of failures only, the destination is
        disabled.
      </p>
    </section>
  );
};

const Facts = ({ destination }: { readonly destination: DestinationRecord }) => {
  const { target, content, format, flowIds, createdAt } = destination;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Type", TYPES[target.type]],
    ["Target", showTarget(target)],
    ["Endpoint", target.type === "s3" ? (target.endpoint ?? "AWS") : undefined],
    ["Region", target.type === "s3" ? target.region : undefined],
    ["Headers", target.type === "http" ? Object.keys(target.headers ?? {}).join(", ") : undefined],
    ["Content", CONTENTS[content]],
    ["Format", target.type === "postgres" ? undefined : FORMATS[format]],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([title, value]) => (
          <div key={title} className="contents">
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      <dt>Flows</dt>
      <dd>
        {flowIds === null
          ? "All"
          : flowIds.map((flowId) => (
              <div key={flowId}>
                <Link href={`/flows/${flowId}`}>{flowId}</Link>
              </div>
            ))}
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} />
      </dd>
    </dl>
  );
};

interface EditProps {
  readonly destination: DestinationRecord;
  readonly onClose: () => void;
}

const Edit = ({ destination, onClose }: EditProps) => {
  const saving = useAction(
    (client, input: CreateDestination) => client.updateDestination(destination.id, input),
    { done: "Saved.", isQuiet: true, changes: CHANGES, onDone: onClose },
  );
  return (
    <DestinationForm
      start={destination}
      action="Save"
      isBusy={saving.isPending}
      error={saving.error}
      onSave={saving.mutate}
      onCancel={onClose}
    />
  );
};

interface DestinationProps {
  readonly params: { readonly id?: string };
}

export default function Destination({ params: { id = "" } }: DestinationProps) {
  const {
    data: destination,
    error,
    refetch,
  } = useRecord(["destinations", id], (client) => client.getDestination(id));
  const parent = ["/destinations", "Destinations"] as const;
  if (destination === undefined)
    return (
      <Page title="Destination" parent={parent}>
        {error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page
      title={destination.name}
      parent={parent}
      badge={<Badge of={destination.active ? "active" : "paused"} />}
      actions={<Actions destination={destination} />}
    >
      <Failing destination={destination} />
      <SettingsCard
        needs="destinations:write"
        form={(close) => <Edit destination={destination} onClose={close} />}
      >
        <Facts destination={destination} />
      </SettingsCard>
      <DestinationDeliveries destinationId={id} />
    </Page>
  );
}
