/** The collection that a monitor's run is compared with. */
import type { RecordSetEntry } from "../../store/records.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Deps } from "../ports.ts";
import { basisOf, isBasisOf, type WatchedFlow } from "./basis.ts";

type WithStore = Pick<Deps, "store">;

/**
 * Whether an entry of a release up to 0.1 is of the same basis. Its digest is of the schema in an order that the table chose,
 * which a flow saved since then no longer has. The version that the entry was collected with still has it.
 */
const isMoved = async (
  { store }: WithStore,
  { accountId, flowId, flowVersion }: RunRecord,
  flow: WatchedFlow,
  { basis, runId }: RecordSetEntry,
): Promise<boolean> => {
  const run = await store.runs.get(accountId, runId);
  // A run that is no longer stored was most likely of the version before.
  const version = await store.flows.getVersion(accountId, flowId, run?.flowVersion ?? flowVersion - 1);
  if (!version) return false;
  const earlier = { ...version, limits: flow.limits };
  return isBasisOf(basis, earlier) && basisOf(earlier) === basisOf(flow);
};

/** The flow's last good collection, or null if the run's cannot be compared with it. */
export const baselineOf = async (
  deps: WithStore,
  run: RunRecord,
  flow: WatchedFlow,
  entry: RecordSetEntry | null,
): Promise<RecordSetEntry | null> =>
  entry && (isBasisOf(entry.basis, flow) || (await isMoved(deps, run, flow, entry))) ? entry : null;
