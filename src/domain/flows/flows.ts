import { PLANS, type PlanName } from "../../contract/account/plans.ts";
import { DomainError } from "../../contract/errors.ts";
import { asOutputSchema, isJsonSchema } from "../../contract/fields/jsonSchema.ts";
import { withEachUrl } from "../../contract/flows/eachUrl.ts";
import {
  definitionOf,
  type FlowDefinition,
  type FlowPatch,
  MergedFlow,
  READ_ONLY_FLOW_FIELDS,
} from "../../contract/flows/flowDefinition.ts";
import { ofStatus } from "../../contract/flows/flowStatus.ts";
import type { Flow } from "../../contract/flows/flows.ts";
import type { FlowSessionRecord } from "../../store/flows/flowSessions.ts";
import { type FlowRecord, NEW_FLOW } from "../../store/flows/flows.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { addActivity, audit } from "../journal/journal.ts";
import type { Caller, Deps, WithLists } from "../ports.ts";
import { readGoodRuns } from "../quality/goodRuns.ts";
import { fingerprintOf } from "../sessions/fingerprint.ts";
import { endSession, forgetFailures } from "../sessions/record.ts";
import { mergePatch } from "../shared/mergePatch.ts";
import { parseInput } from "../shared/parse.ts";
import { isSameJson } from "../shared/sameJson.ts";
import { commitWithin, openTally } from "../usage/tallies.ts";
import { checkSchedule, scheduleFloorMs } from "./checkSchedule.ts";
import { checkTargets } from "./checkTargets.ts";
import { clearFailureCauses } from "./countOnFlow.ts";
import { checkNotUsed, dropList, leaveList, type TakenList, takeList } from "./flowLists.ts";
import { nextRunAt } from "./nextRun.ts";
import { readMemory } from "./selectorMemory.ts";
import { showFlow } from "./show.ts";

export { listFlows } from "./listFlows.ts";

/** Attempts at an unconditional change while other requests change the same flow. */
const CHANGE_ATTEMPTS = 10;

/** The audit log records who made a flow ignore robots.txt. */
const ignoresRobots = ({ robots }: FlowDefinition) => robots === "ignore" && { robots };

/** @throws DomainError as `checkTargets`, `checkSchedule` and `takeList`; `limit-reached` */
export const createFlow = async (deps: Deps & WithLists, caller: Caller, definition: FlowDefinition) => {
  checkTargets(deps, definition);
  const { plan } = await caller.account;
  if (definition.schedule) checkSchedule(definition.schedule, plan);
  const { store, now, newId } = deps;
  const createdAt = new Date(now()).toISOString();
  const id = newId("flow");
  const list = definition.uploadId === null ? null : await takeList(deps, caller, id, definition.uploadId);
  const flow: FlowRecord = {
    ...definitionOf(withEachUrl(definition)),
    ...NEW_FLOW,
    id,
    accountId: caller.accountId,
    ...(list && { urlCount: list.count }),
    createdAt,
    updatedAt: createdAt,
  };
  const help = `delete one first, or upgrade the ${plan} plan with POST /checkout`;
  await commitWithin(
    deps,
    { accountId: caller.accountId, kind: "FLOWS", limit: PLANS[plan].flows, help },
    store.flows.insert(flow),
    list?.writes ?? [],
    store.digests.follow(null, flow),
    audit(deps, caller, {
      action: "flow.created",
      resource: flow.id,
      metadata: { name: flow.name, ...ignoresRobots(flow) },
    }),
    addActivity(deps, caller.accountId, {
      type: "flow.created",
      message: `The flow "${flow.name}" was created.`,
      flowId: flow.id,
      subject: flow.id,
      userId: caller.userId,
    }),
  ).catch((error: unknown) => {
    if (list && error instanceof ConditionFailed) checkNotUsed(deps, caller, list.uploadId, error);
    throw error;
  });
  return { id: flow.id, name: flow.name, status: flow.status, createdAt, version: flow.version };
};

export const getFlow = async ({ store }: Deps, caller: Caller, id: string): Promise<Flow> => {
  const [flow, secrets, good, memory] = await Promise.all([
    store.flows.get(caller.accountId, id),
    store.flowSecrets.get(caller.accountId, id),
    readGoodRuns({ store }, { accountId: caller.accountId, flowId: id }),
    readMemory({ store }, { accountId: caller.accountId, flowId: id }),
  ]);
  if (!flow) throw notFound("flow", id);
  return showFlow(flow, { secrets, good, memory });
};

/** What a flow has beside its definition. */
const stateOf = (flow: FlowRecord): Omit<FlowRecord, keyof FlowDefinition> => {
  const definition = definitionOf(flow);
  const entries = Object.entries(flow).filter(([name]) => !(name in definition));
  return Object.fromEntries(entries) as Omit<FlowRecord, keyof FlowDefinition>;
};

/** The flow after merging `patch`, validated as a whole. */
const patched = (deps: Deps, before: FlowRecord, patch: FlowPatch, plan: PlanName): FlowRecord => {
  const { status = before.status, ...fields } = patch;
  const readOnly: readonly string[] = READ_ONLY_FLOW_FIELDS;
  const writable = Object.fromEntries(Object.entries(fields).filter(([name]) => !readOnly.includes(name)));
  if (fields.schedule) writable.schedule = normaliseSchedule(fields.schedule);
  // The list is one or the other: setting one removes the other, which a plain merge would keep.
  if (fields.uploadId && !("urls" in fields)) writable.urls = null;
  if (fields.urls?.length && !("uploadId" in fields)) writable.uploadId = null;
  if (fields.outputSchema) writable.outputSchema = asOutputSchema(fields.outputSchema, before.outputSchema);
  // JSON Schema as a whole is all that the flow shall have.
  const base = { ...definitionOf(before), ...(isJsonSchema(fields.outputSchema) && { outputSchema: {} }) };
  const definition = withEachUrl(parseInput(MergedFlow, mergePatch(base, writable), "flow"));
  checkTargets(deps, definition);
  const nowMs = deps.now();
  const sameSchedule = status === before.status && isSameJson(definition.schedule, before.schedule);
  // A schedule from a higher plan is kept until it is edited; it only runs less often.
  if (!sameSchedule) checkSchedule(definition.schedule, plan);
  return {
    ...stateOf(before),
    ...definition,
    status,
    version: before.version + 1,
    nextRunAt: sameSchedule
      ? before.nextRunAt
      : nextRunAt({ status, schedule: definition.schedule }, nowMs, { floorMs: scheduleFloorMs(plan) }),
    updatedAt: new Date(nowMs).toISOString(),
  };
};

/** Names of the fields whose values differ. */
const changedFields = (before: FlowRecord, after: FlowRecord): string[] => {
  const [old, now] = [before, after].map((flow) => ({ ...definitionOf(flow), status: flow.status }));
  return Object.keys({ ...old, ...now }).filter((name) => {
    const field = name as keyof FlowDefinition;
    return !isSameJson(old?.[field], now?.[field]);
  });
};

const statusActivity = (deps: Deps, { userId }: Caller, { id, accountId, name, status }: FlowRecord) =>
  addActivity(deps, accountId, {
    type: `flow.${status}`,
    message: `The flow "${name}" is now ${status}.`,
    flowId: id,
    subject: id,
    userId,
  });

/** A session ends with what it was made with. Activating a flow lets it sign in again. */
const followSession = (
  deps: Deps,
  session: FlowSessionRecord | null,
  before: FlowRecord,
  after: FlowRecord,
): Write[] => {
  const print = fingerprintOf(after);
  if (session && session.print !== print) return endSession(deps, session, print);
  return ofStatus(after).isScheduled && !ofStatus(before).isScheduled ? forgetFailures(deps, session) : [];
};

const showUpdated = ({ id, name, status, updatedAt, version }: FlowRecord) => ({
  id,
  name,
  status,
  updatedAt,
  version,
});

const tooBusy = () =>
  new DomainError("unavailable", "The flow is being changed by other requests. Try again.", {
    headers: { "retry-after": "1" },
  });

/** `cron` and `every` cannot be used together: setting one removes the other, which a plain merge would keep. */
const normaliseSchedule = (schedule: Record<string, unknown>): Record<string, unknown> => {
  if ("every" in schedule) return { cron: null, timezone: null, ...schedule };
  return "cron" in schedule ? { every: null, ...schedule } : schedule;
};

const assertVersion = ({ version }: FlowRecord, ifVersion: number | null): void => {
  if (ifVersion !== null && ifVersion !== version)
    throw new DomainError("version-mismatch", `The flow is at version ${version}, not ${ifVersion}.`);
};

/**
 * Merges `patch` into the flow; with `ifVersion`, only into that version. A patch that changes nothing writes
 * nothing.
 *
 * @throws DomainError `version-mismatch`, `not-found`, `invalid-request`, `target-refused`; as `takeList`
 */
export const updateFlow = async (
  deps: Deps & WithLists,
  caller: Caller,
  id: string,
  patch: FlowPatch,
  ifVersion: number | null,
) => {
  const { store } = deps;
  let list: TakenList | null = null;
  for (let attempt = 1; attempt <= CHANGE_ATTEMPTS; attempt += 1) {
    const [before, session] = await Promise.all([
      store.flows.get(caller.accountId, id),
      store.flowSessions.get(caller.accountId, id),
    ]);
    if (!before) throw notFound("flow", id);
    assertVersion(before, ifVersion);
    const { plan } = await caller.account;
    const changed = patched(deps, before, patch, plan);
    const fields = changedFields(before, changed);
    if (fields.length === 0) return showUpdated(before);
    const { uploadId } = changed;
    const hasOtherList = uploadId !== before.uploadId;
    if (hasOtherList)
      list = uploadId === null ? null : (list ?? (await takeList(deps, caller, id, uploadId)));
    const after = hasOtherList ? { ...changed, urlCount: list?.count ?? null } : changed;
    try {
      await store.commit(
        store.flows.change(before, after),
        hasOtherList ? [...leaveList(deps, before, plan), ...(list?.writes ?? [])] : [],
        store.digests.follow(before, after),
        audit(deps, caller, {
          action: "flow.updated",
          resource: id,
          metadata: {
            fields,
            version: after.version,
            ...(before.robots !== after.robots && { robots: after.robots }),
          },
        }),
        after.status === before.status ? [] : statusActivity(deps, caller, after),
        followSession(deps, session, before, after),
        // Activating a flow resets its failures, so that the next one raises an alert again.
        ofStatus(after).isScheduled && before.failuresInRow > 0 ? clearFailureCauses(deps, before) : [],
      );
      return showUpdated(after);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (list) checkNotUsed(deps, caller, list.uploadId, error);
    }
  }
  throw tooBusy();
};

/** Removes a flow; `deleteFlow` also cancels its runs. @throws DomainError `version-mismatch`, `not-found` */
export const removeFlow = async (deps: Deps, caller: Caller, id: string, ifVersion: number | null = null) => {
  const { store } = deps;
  await openTally(deps, caller.accountId, "FLOWS");
  for (let attempt = 1; attempt <= CHANGE_ATTEMPTS; attempt += 1) {
    const [flow, tokens, records] = await Promise.all([
      store.flows.get(caller.accountId, id),
      store.flowTokens.get(caller.accountId, id),
      store.records.current(caller.accountId, id),
    ]);
    if (!flow) throw notFound("flow", id);
    assertVersion(flow, ifVersion);
    try {
      await store.commit(
        store.flows.remove(flow, deps.now()),
        store.digests.follow(flow, null),
        store.tallies.giveBack(caller.accountId, "FLOWS"),
        store.flowSecrets.remove(caller.accountId, id),
        store.flowSessions.remove(caller.accountId, id),
        store.flowTokens.remove(tokens),
        store.selectorMemory.remove(caller.accountId, id),
        dropList(deps, flow),
        store.goodRuns.remove(caller.accountId, id),
        records ? store.records.forget(records, new Date(deps.now()).toISOString()) : [],
        audit(deps, caller, { action: "flow.deleted", resource: id, metadata: { name: flow.name } }),
        addActivity(deps, caller.accountId, {
          type: "flow.deleted",
          message: `The flow "${flow.name}" was deleted.`,
          flowId: id,
          subject: id,
          userId: caller.userId,
        }),
      );
      return { message: `Flow ${id} was deleted.` };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw tooBusy();
};
