import { removeFlow } from "../flows/flows.ts";
import type { Caller, Deps, WithEventQueue, WithRunQueue } from "../ports.ts";
import { cancelRunsOf } from "./cancelRun.ts";

/** Deletes a flow and cancels its active runs. */
export const deleteFlow = async (deps: Deps & WithRunQueue & WithEventQueue, caller: Caller, id: string) => {
  const answer = await removeFlow(deps, caller, id);
  await cancelRunsOf(deps, caller.accountId, id);
  return answer;
};
