import { removeFlow } from "../flows/flows.ts";
import type { Caller, Deps, WithEventQueue, WithRunQueue } from "../ports.ts";
import { cancelRunsOf } from "./cancelRun.ts";

/** Deletes a flow and cancels its active runs; with `ifVersion`, only that version of it. @throws DomainError as `removeFlow` */
export const deleteFlow = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  caller: Caller,
  id: string,
  ifVersion: number | null = null,
) => {
  const answer = await removeFlow(deps, caller, id, ifVersion);
  await cancelRunsOf(deps, caller.accountId, id);
  return answer;
};
