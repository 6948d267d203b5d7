import type { FlowRecord } from "../../store/flows.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Write } from "../../store/table.ts";
import { raiseAlert } from "../alerts.ts";
import { auditSystem, tell } from "../journal.ts";
import type { Deps } from "../ports.ts";

/** Failed runs in a row that put an active flow into the state `error`. */
const FAILURES_TO_ERROR = 5;

/** Causes of alerts that last as long as the flow keeps failing. */
const causesOf = (flowId: string) => ({ failed: `run_failed:${flowId}`, error: `flow_error:${flowId}` });

/**
 * What the end of a run means for its flow: its tallies, an alert when it begins to fail, and the
 * state `error` when it keeps failing. A cancelled run counts neither for nor against its flow; a flow
 * that was deleted is left alone.
 */
export const countOnFlow = async (deps: Deps, ended: RunRecord): Promise<Write[]> => {
  if (ended.status === "cancelled") return [];
  const { store } = deps;
  const flow = await store.flows.get(ended.accountId, ended.flowId);
  if (!flow) return [];
  const counted = store.flows.countEnded(flow, ended.status === "completed");
  return [
    ...counted,
    ...(ended.status === "completed" ? recover(deps, flow) : await fail(deps, flow, ended)),
  ];
};

const recover = ({ store }: Deps, { accountId, id, failuresInRow }: FlowRecord): Write[] => {
  if (failuresInRow === 0) return [];
  const { failed, error } = causesOf(id);
  return [...store.alerts.clearCause(accountId, failed), ...store.alerts.clearCause(accountId, error)];
};

const fail = async (deps: Deps, flow: FlowRecord, { error }: RunRecord): Promise<Write[]> => {
  const { store } = deps;
  const { id: flowId, accountId, name } = flow;
  const causes = causesOf(flowId);
  const broken = flow.status === "active" && flow.failuresInRow + 1 >= FAILURES_TO_ERROR;
  const cause = broken ? causes.error : causes.failed;
  const reason = error?.message ?? "no reason was given";
  const alert = (await store.alerts.hasCause(accountId, cause))
    ? []
    : raiseAlert(deps, accountId, {
        type: broken ? "flow_error" : "run_failed",
        severity: broken ? "critical" : "warning",
        flowId,
        message: broken
          ? `"${name}" failed ${FAILURES_TO_ERROR} times in a row and no longer runs by itself: ${reason}`
          : `A run of "${name}" failed: ${reason}`,
        cause,
      });
  return [...alert, ...(broken ? stop(deps, flow) : [])];
};

/** Takes a flow that keeps failing off its schedule until someone sets it active again. */
const stop = (deps: Deps, flow: FlowRecord): Write[] => {
  const { store, now } = deps;
  const { id, accountId, name } = flow;
  const updatedAt = new Date(now()).toISOString();
  const stopped: FlowRecord = {
    ...flow,
    status: "error",
    nextRunAt: null,
    version: flow.version + 1,
    updatedAt,
  };
  return [
    ...store.flows.change(flow, stopped),
    ...auditSystem(deps, accountId, {
      action: "flow.updated",
      resource: id,
      metadata: { fields: ["status"] },
    }),
    ...tell(deps, accountId, {
      type: "flow.error",
      message: `The flow "${name}" keeps failing and no longer runs by itself.`,
      flowId: id,
      subject: id,
    }),
  ];
};
