import { DomainError } from "../../contract/errors.ts";
import type { Inspection, InspectRequest } from "../../contract/extraction/inspections.ts";
import { secretsOf } from "../../contract/flows/secrets.ts";
import { NANOS } from "../../contract/units.ts";
import { INSPECT_SECONDS } from "../../contract/workers.ts";
import type { InspectionRecord } from "../../store/flows/inspections.ts";
import { notFound } from "../errors.ts";
import type { WithFileLinks } from "../files/links.ts";
import type { Caller, Deps, WithObjects, WithTimers } from "../ports.ts";
import { refuseFile } from "../uploads/refuseFile.ts";
import { isOverBudget } from "../usage/usage.ts";
import { readShown } from "./objects.ts";

export interface WithInspectors {
  /** The function that opens the page. It is called without waiting for its result. */
  readonly inspectors: {
    call(message: { readonly accountId: string; readonly inspectionId: string }): Promise<void>;
  };
}

const KEEP_MS = 60 * 60 * 1_000;
/** How long a request waits for its inspection. Most take 2 to 5 seconds. */
const WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 500;
const GROWTH = 1.3;
/** After this long, the worker has stopped or never started. */
const DEAD_AFTER_MS = INSPECT_SECONDS * 2_000;

type ShowDeps = Pick<Deps, "now"> & WithObjects & WithFileLinks;

const INTERRUPTED = {
  code: "internal",
  message: "The inspection was interrupted. Inspect the page again.",
} as const;

/** An inspection of the account that has not expired. @throws DomainError `not-found` */
export const findInspection = async (
  { store, now }: Pick<Deps, "store" | "now">,
  accountId: string,
  id: string,
): Promise<InspectionRecord> => {
  const record = await store.inspections.get(accountId, id);
  if (record && Date.parse(record.expiresAt) > now()) return record;
  throw new DomainError(
    "not-found",
    `There is no inspection ${id} in this account, or it has expired: inspections are kept for an hour. ` +
      "Inspect the page again with POST /inspections.",
  );
};

const statusOf = ({ status, createdAt, error }: InspectionRecord, nowMs: number) =>
  status === "running" && Date.parse(createdAt) + DEAD_AFTER_MS <= nowMs
    ? { status: "failed" as const, error: INTERRUPTED }
    : { status, ...(error && { error }) };

const show = async (deps: ShowDeps, record: InspectionRecord, origin: string): Promise<Inspection> => {
  const { id, request, createdAt, expiresAt, pageKey, pictureKey, costNanos } = record;
  const leftMs = Date.parse(expiresAt) - deps.now();
  const linkTo = async (key: string) => `${origin}/files/${await deps.fileLinks.issue(key, leftMs)}`;
  return {
    id,
    ...statusOf(record, deps.now()),
    url: request.url,
    createdAt,
    expiresAt,
    ...(costNanos !== undefined && { cost: costNanos / NANOS }),
    ...(pageKey !== undefined && {
      pictureUrl: pictureKey === undefined ? null : await linkTo(pictureKey),
      page: await readShown(deps, pageKey),
    }),
  };
};

/** @throws DomainError `not-found` */
export const getInspection = async (
  deps: Deps & WithObjects & WithFileLinks,
  caller: Caller,
  id: string,
  origin: string,
): Promise<Inspection> => show(deps, await findInspection(deps, caller.accountId, id), origin);

const checkFlow = async (
  { store }: Deps,
  { accountId }: Caller,
  { flowId, steps = [] }: InspectRequest,
): Promise<void> => {
  if (flowId === undefined) return;
  if (!(await store.flows.get(accountId, flowId))) throw notFound("flow", flowId);
  const { secrets } = await store.flowSecrets.get(accountId, flowId);
  const lacking = secretsOf(steps).find((wanted) => !secrets.some(({ name }) => name === wanted));
  if (lacking === undefined) return;
  const message = `{{secret.${lacking}}} is not set: PUT /flows/${flowId}/secrets/${lacking}`;
  throw new DomainError("invalid-request", "The steps type a secret that the flow does not have.", {
    details: [{ path: "flowId", message }],
  });
};

/** The inspection once it has ended, or its current state after 20 seconds. */
const awaitInspection = async (
  { store, now, after }: Deps & WithTimers,
  record: InspectionRecord,
): Promise<InspectionRecord> => {
  const untilMs = now() + WAIT_MS;
  for (
    let pauseMs = FIRST_PAUSE_MS;
    now() < untilMs;
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH)
  ) {
    await new Promise<void>((resolve) => after(pauseMs, resolve));
    const known = await store.inspections.get(record.accountId, record.id);
    if (known && known.status !== "running") return known;
  }
  return record;
};

/**
 * Opens a page so that a person can point at what they want.
 *
 * @returns the inspection, which may still be running
 * @throws DomainError if opening the page failed within that time
 */
export const createInspection = async (
  deps: Deps & WithObjects & WithFileLinks & WithInspectors & WithTimers,
  caller: Caller,
  request: InspectRequest,
  origin: string,
): Promise<Inspection> => {
  const { accountId } = caller;
  if (request.url !== undefined) refuseFile(request.url);
  for (const { url } of [request, ...(request.steps ?? [])]) if (url !== undefined) deps.checkTarget(url);
  if (await isOverBudget(deps, await caller.account))
    throw new DomainError(
      "quota-exceeded",
      "The account's monthly budget is used up, so no pages can be inspected.",
    );
  await checkFlow(deps, caller, request);
  const nowMs = deps.now();
  const record: InspectionRecord = {
    accountId,
    id: deps.newId("inspection"),
    status: "running",
    request,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + KEEP_MS).toISOString(),
  };
  await deps.store.commit(deps.store.inspections.insert(record));
  await deps.inspectors.call({ accountId, inspectionId: record.id });
  const known = await awaitInspection(deps, record);
  if (known.error) throw new DomainError(known.error.code as DomainError["code"], known.error.message);
  return show(deps, known, origin);
};
