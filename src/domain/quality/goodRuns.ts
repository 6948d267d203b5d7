/** The last good runs of a flow, with which the next one is compared. */
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import type { Deps } from "../ports.ts";
import type { Profile } from "./profile.ts";

const KEPT = 5;

type Of = Pick<RunRecord, "accountId" | "flowId">;

/** Newest first. Consecutive runs with the same profile are stored once. */
export const readGoodRuns = async (
  { store }: Pick<Deps, "store">,
  { accountId, flowId }: Of,
): Promise<readonly Profile[]> => {
  const record = await store.goodRuns.get(accountId, flowId);
  return record ? (JSON.parse(record.body) as Profile[]) : [];
};

/** Writes that add a good run to the earlier ones; none if it equals the last one or the flow was deleted. */
export const rememberGoodRun = async (
  deps: Pick<Deps, "store">,
  { accountId, flowId }: Of,
  run: Profile,
): Promise<Write[]> => {
  const { store } = deps;
  const [good, flow] = await Promise.all([
    readGoodRuns(deps, { accountId, flowId }),
    store.flows.get(accountId, flowId),
  ]);
  if (!flow || JSON.stringify(good[0]) === JSON.stringify(run)) return [];
  const body = JSON.stringify([run, ...good].slice(0, KEPT));
  return store.goodRuns.put({ accountId, flowId, body });
};
