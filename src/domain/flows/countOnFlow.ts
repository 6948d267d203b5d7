import type { RunWarning } from "../../contract/flows/expect.ts";
import { ofStatus } from "../../contract/flows/flowStatus.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import type { FlowTally } from "../../store/flows/flowTallies.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import { raiseAlert, raiseOnce } from "../alerts/alerts.ts";
import { reportSelector } from "../alerts/reportSelector.ts";
import { addActivity, auditSystem } from "../journal/journal.ts";
import { emit } from "../outbox/events.ts";
import type { Deps } from "../ports.ts";

/** Failed runs in a row that put an active flow into the state `error`. */
const FAILURES_TO_ERROR = 5;

/** Causes of alerts that stay open while the flow keeps failing. */
const causesOf = (flowId: string) => ({
  failed: `run_failed:${flowId}`,
  error: `flow_error:${flowId}`,
  budget: `budget_stopped:${flowId}`,
  selector: `selector_broken:${flowId}`,
  signIn: `sign_in_stopped:${flowId}`,
});

/**
 * Applies the end of a run to its flow: counters, an alert on the first failure, and the state `error` after too many.
 * Cancelled runs, runs that read saved pages, and previews do not count. A deleted flow is left alone.
 */
export const countOnFlow = async (deps: Deps, ended: RunRecord): Promise<Write[]> => {
  if (ended.status === "cancelled" || ended.snapshotsOf !== undefined || ended.draft) return [];
  const { store } = deps;
  const found = await store.flows.getCounted(ended.accountId, ended.flowId);
  if (!found) return [];
  const { flow, tally } = found;
  const counted = store.flows.countEnded(flow, tally, {
    completed: ended.status === "completed",
    items: ended.itemsExtracted,
  });
  return [
    ...counted,
    ...(ended.status === "completed"
      ? [...recover(deps, flow), ...warn(deps, found, ended)]
      : await fail(deps, flow, ended)),
  ];
};

/** Resets the flow's failure count, so that the next failure raises an alert again. */
export const clearFailureCauses = ({ store }: Deps, { accountId, id }: FlowRecord): Write[] =>
  Object.values(causesOf(id)).flatMap((cause) => store.alerts.clearCause(accountId, cause));

const recover = (deps: Deps, flow: FlowRecord): Write[] =>
  flow.failuresInRow === 0 ? [] : clearFailureCauses(deps, flow);

/** Two warnings report the same problem if code and field match: their messages differ only in numbers. */
const isAbout =
  ({ code, field }: RunWarning) =>
  (other: RunWarning): boolean =>
    other.code === code && other.field === field;

/** Stores the run's warnings on the flow, and raises an alert for new ones. */
const warn = (
  deps: Deps,
  { flow, tally }: { readonly flow: FlowRecord; readonly tally: FlowTally },
  { warnings = [] }: RunRecord,
): Write[] => {
  const { id: flowId, accountId, name, warnings: before = [] } = flow;
  if (warnings.length === 0 && before.length === 0) return [];
  const noted = deps.store.flows.warn(flow, tally, warnings);
  // A flow that has never found anything is still being built.
  const news = warnings.filter(
    (warning) => warning.code !== "nothing-found" && !before.some(isAbout(warning)),
  );
  if (news.length === 0) return noted;
  const message = `"${name}": ${news.map(({ message }) => message).join(" ")}`;
  const title = `${name} did not collect what it should`;
  const alert = {
    type: "data_quality",
    severity: "warning",
    flowId,
    title,
    message,
    cause: null,
    news: { flowName: name },
  } as const;
  return [...noted, ...raiseAlert(deps, accountId, alert)];
};

const fail = async (deps: Deps, flow: FlowRecord, run: RunRecord): Promise<readonly Write[]> => {
  const { id: flowId, accountId, name } = flow;
  const { error } = run;
  const causes = causesOf(flowId);
  const reason = error?.message ?? "no reason was given";
  if (ofStatus(flow).isScheduled && flow.failuresInRow + 1 >= FAILURES_TO_ERROR) {
    const message = `"${name}" failed ${FAILURES_TO_ERROR} times in a row, so its schedule is stopped: ${reason}`;
    const title = `${name} stopped after ${FAILURES_TO_ERROR} failed runs`;
    const alert = {
      type: "flow_error",
      severity: "critical",
      flowId,
      title,
      message,
      cause: causes.error,
      news: { flowName: name },
    } as const;
    return [...(await raiseOnce(deps, accountId, alert)), ...stop(deps, flow)];
  }
  if (error?.code === "sign-in-stopped") {
    const alert = {
      type: "flow_error",
      severity: "critical",
      flowId,
      title: `${name} can't sign in`,
      message: `"${name}" is stopped: ${reason}`,
      cause: causes.signIn,
    } as const;
    return [
      ...(await raiseOnce(deps, accountId, alert)),
      ...(ofStatus(flow).isScheduled ? stop(deps, flow) : []),
    ];
  }
  if (error?.code === "selector-broken") {
    const news = { flow, runId: run.id, step: null, field: null, selector: null, url: error.url };
    return reportSelector(deps, news, { broken: reason });
  }
  const stopped = error?.code === "budget-stopped";
  return raiseOnce(deps, accountId, {
    type: stopped ? "budget_stopped" : "run_failed",
    severity: "warning",
    flowId,
    title: stopped ? `A run of ${name} reached its cost limit` : `A run of ${name} failed`,
    message: `A run of "${name}" ${stopped ? "was stopped" : "failed"}: ${reason}`,
    cause: stopped ? causes.budget : causes.failed,
    news: { flowName: name },
  });
};

/** Takes a flow that keeps failing off its schedule until someone activates it again. */
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
    ...emit(deps, accountId, "flow.error", { id, name, status: stopped.status, updatedAt }),
    ...addActivity(deps, accountId, {
      type: "flow.error",
      message: `The flow "${name}" failed too often. Its schedule is stopped.`,
      flowId: id,
      subject: id,
    }),
  ];
};
