import type * as z from "zod";
import { MAX_DESTINATIONS } from "../../contract/account/plans.ts";
import type { Deleted, Page } from "../../contract/common.ts";
import type {
  CreateDestination,
  Destination,
  UpdateDestination,
} from "../../contract/deliveries/destinations.ts";
import { DomainError } from "../../contract/errors.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors, WithSeals } from "../ports.ts";
import { isSameJson } from "../shared/sameJson.ts";
import { commitWithin, openTally } from "../usage/tallies.ts";
import { causesOf } from "./disable.ts";
import type { WithPlaceSettings } from "./ports.ts";
import { showDestination } from "./show.ts";
import { checkPlace, openTarget, sealTarget, withKeptSecrets } from "./target.ts";

type ChangeDeps = Deps & WithSeals & WithPlaceSettings;

/** @throws DomainError `invalid-request` for flows that do not exist */
const assertFlows = async ({ store }: Deps, { accountId }: Caller, ids: readonly string[]): Promise<void> => {
  const flows = await Promise.all(ids.map((id) => store.flows.get(accountId, id)));
  const missing = ids.filter((_id, at) => !flows[at]);
  if (missing.length === 0) return;
  const message = `There is no flow ${missing.join(", ")}.`;
  throw new DomainError("invalid-request", message, { details: [{ path: "flowIds", message }] });
};

/** @throws DomainError `invalid-request` for a format that the target does not take */
const assertFormat = ({ target, format }: Pick<DestinationRecord, "target" | "format">): void => {
  if ((target.type !== "http" && target.type !== "postgres") || format === "ndjson") return;
  const message = `must be \`ndjson\` for type \`${target.type}\``;
  throw new DomainError("invalid-request", `The format ${message}.`, {
    details: [{ path: "format", message }],
  });
};

/** @throws DomainError `target-refused` · `not-configured` · `invalid-request` · `limit-reached` */
export const createDestination = async (
  deps: ChangeDeps,
  caller: Caller,
  { target, flowIds = null, ...wish }: z.output<typeof CreateDestination>,
): Promise<Destination> => {
  const { store, now, newId } = deps;
  const { accountId } = caller;
  checkPlace(deps, target);
  await assertFlows(deps, caller, flowIds ?? []);
  const owner = { accountId, id: newId("destination") };
  const destination: DestinationRecord = {
    ...owner,
    ...wish,
    ...(await sealTarget(deps, owner, target)),
    flowIds,
    active: true,
    version: 1,
    createdAt: new Date(now()).toISOString(),
  };
  const { name, content, format } = destination;
  await commitWithin(
    deps,
    { accountId, kind: "DESTINATIONS", limit: MAX_DESTINATIONS },
    store.destinations.insert(destination),
    audit(deps, caller, {
      action: "destination.created",
      resource: owner.id,
      metadata: { name, type: target.type, content, format },
    }),
  );
  return showDestination(destination);
};

const find = async ({ store }: Deps, { accountId }: Caller, id: string): Promise<DestinationRecord> => {
  const destination = await store.destinations.get(accountId, id);
  if (!destination) throw notFound("destination", id);
  return destination;
};

export const getDestination = async (deps: Deps, caller: Caller, id: string): Promise<Destination> =>
  showDestination(await find(deps, caller, id));

export const listDestinations = (
  deps: Deps & WithCursors,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Destination>> =>
  listPage(deps, caller, {
    operation: "listDestinations",
    filters: {},
    page,
    read: (wanted) => deps.store.destinations.list(caller.accountId, wanted),
    show: showDestination,
  });

const CHANGEABLE = ["name", "flowIds", "content", "format", "active"] as const;

/** Changes the given fields; without changes, writes nothing. Any change clears earlier failures. */
export const updateDestination = async (
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  wish: z.output<typeof UpdateDestination>,
): Promise<Destination> => {
  const { store } = deps;
  const destination = await find(deps, caller, id);
  const plain: Partial<DestinationRecord> = Object.fromEntries(
    CHANGEABLE.filter((name) => wish[name] !== undefined && !isSameJson(wish[name], destination[name])).map(
      (name) => [name, wish[name]],
    ),
  );
  await assertFlows(deps, caller, plain.flowIds ?? []);
  const isMoved = wish.target !== undefined && !isSameJson(wish.target, destination.target);
  const patch = { ...plain, ...(isMoved && wish.target && (await moved(deps, destination, wish.target))) };
  if (Object.keys(patch).length === 0) return showDestination(destination);
  assertFormat({ ...destination, ...patch });
  const { secrets: _, ...shown } = patch;
  try {
    await store.commit(
      store.destinations.change(destination, patch),
      causesOf(id).flatMap((cause) => store.alerts.clearCause(caller.accountId, cause)),
      audit(deps, caller, { action: "destination.updated", resource: id, metadata: shown }),
    );
  } catch (error) {
    throw await explainRefusal(deps, caller, id, error);
  }
  const { failingSince: _since, failure: _failure, ...rest } = destination;
  return showDestination({ ...rest, ...patch });
};

const moved = async (deps: ChangeDeps, destination: DestinationRecord, wish: DestinationRecordTarget) => {
  const target = withKeptSecrets(wish, await openTarget(deps, destination));
  checkPlace(deps, target);
  return sealTarget(deps, destination, target);
};
type DestinationRecordTarget = NonNullable<z.output<typeof UpdateDestination>["target"]>;

export const deleteDestination = async (deps: Deps, caller: Caller, id: string): Promise<Deleted> => {
  const { store, now } = deps;
  const destination = await find(deps, caller, id);
  await openTally(deps, caller.accountId, "DESTINATIONS");
  try {
    await store.commit(
      store.destinations.remove(destination),
      store.tallies.giveBack(caller.accountId, "DESTINATIONS"),
      causesOf(id).flatMap((cause) => store.alerts.clearCause(caller.accountId, cause)),
      audit(deps, caller, {
        action: "destination.deleted",
        resource: id,
        metadata: { name: destination.name },
      }),
    );
  } catch (error) {
    throw await explainRefusal(deps, caller, id, error);
  }
  return { id, deletedAt: new Date(now()).toISOString() };
};

/** A destination that refuses a write has been deleted or changed by another request. */
const explainRefusal = async (deps: Deps, caller: Caller, id: string, error: unknown): Promise<unknown> => {
  if (!(error instanceof ConditionFailed)) return error;
  await find(deps, caller, id);
  return new DomainError("conflict", "The destination has just been changed by another request: try again.");
};
