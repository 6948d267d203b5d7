import type { Alert, Client } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { type Change, ChangeDiff } from "../flows/data/changes.tsx";
import { Loading } from "../ui/basics.tsx";
import { Problem } from "../ui/problem.tsx";

/** How many of a flow's changes are searched for the one that raised an alert. */
const MAX_LOOKED_AT = 500;

const findChange = async (client: Client, flowId: string, alert: Alert): Promise<Change | null> => {
  let lookedAt = 0;
  for await (const change of client.listFlowChanges(flowId, { limit: 100 })) {
    if (change.alertId === alert.id) return change;
    lookedAt += 1;
    // Newest first: changes older than the alert did not raise it.
    if (lookedAt >= MAX_LOOKED_AT || change.createdAt < alert.createdAt) return null;
  }
  return null;
};

/** The change that raised an alert. */
export const AlertChange = ({ alert, flowId }: { readonly alert: Alert; readonly flowId: string }) => {
  const { data, error, refetch } = useRecord(["alerts", alert.id, "change"], (client) =>
    findChange(client, flowId, alert),
  );
  if (data === undefined)
    return error === null ? <Loading lines={3} /> : <Problem error={error} retry={() => void refetch()} />;
  if (data === null) return <p className="muted">This change is no longer available.</p>;
  return <ChangeDiff change={data} />;
};
