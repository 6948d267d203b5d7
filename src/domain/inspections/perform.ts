import { DomainError } from "../../contract/errors.ts";
import type { InspectRequest } from "../../contract/extraction/inspections.ts";
import { secretsOf } from "../../contract/flows/secrets.ts";
import type { InspectionOutcome } from "../../store/flows/inspections.ts";
import { ConditionFailed } from "../../store/table.ts";
import { type OpenSecret, openFlowSecrets } from "../flows/secrets.ts";
import type { Deps, WithObjects, WithSeals } from "../ports.ts";
import { costNanos, priceUsage, type Usage } from "../usage/cost.ts";
import { countPages } from "../usage/usage.ts";
import { type InspectedSource, keepInspected } from "./objects.ts";

export interface WithInspector {
  readonly inspector: {
    /**
     * Opens a page in a browser. Secrets are masked in the result.
     *
     * @throws DomainError if the page cannot be opened or a step fails
     */
    inspect(
      request: InspectRequest,
      secrets: readonly OpenSecret[],
      untilMs: number,
    ): Promise<InspectedSource>;
  };
}

export interface WithUsage {
  readonly usage: { start(): void; take(): Usage };
}

/** Worker time reserved for storing the result. */
const LEFT_FOR_KEEPING_MS = 10_000;

type PerformDeps = Deps & WithObjects & WithSeals & WithInspector & WithUsage;

const inspect = async (
  deps: PerformDeps,
  accountId: string,
  id: string,
  deadlineMs: number,
): Promise<{ outcome: InspectionOutcome; siblingPages: number }> => {
  const record = await deps.store.inspections.get(accountId, id);
  if (!record) throw new Error(`inspection ${id} is gone`);
  const { request } = record;
  const names = secretsOf(request.steps ?? []);
  const secrets =
    request.flowId === undefined || names.length === 0
      ? []
      : await openFlowSecrets(deps, { accountId, flowId: request.flowId }, names);
  try {
    const found = await deps.inspector.inspect(request, secrets, deadlineMs - LEFT_FOR_KEEPING_MS);
    const kept = await keepInspected(deps, record, found);
    return { outcome: { status: "completed", ...kept }, siblingPages: found.siblingPages };
  } catch (error) {
    if (error instanceof DomainError) return failed({ code: error.code, message: error.message });
    deps.log.error("an inspection failed unexpectedly", { inspectionId: id, error });
    const message = "The inspection failed unexpectedly. Open a ticket and include its id.";
    return failed({ code: "internal", message });
  }
};

const failed = (error: NonNullable<InspectionOutcome["error"]>) => ({
  outcome: { status: "failed" as const, error },
  siblingPages: 0,
});

/** Inspects a page and counts its cost. A duplicate message changes nothing. */
export const performInspection = async (
  deps: PerformDeps,
  { accountId, inspectionId }: { readonly accountId: string; readonly inspectionId: string },
  deadlineMs: number,
): Promise<void> => {
  const { store, log, now } = deps;
  deps.usage.start();
  try {
    await store.inspections.begin(accountId, inspectionId, now());
    const { outcome, siblingPages } = await inspect(deps, accountId, inspectionId, deadlineMs);
    const nanos = costNanos(priceUsage(deps.usage.take()));
    await store.commit(
      store.inspections.finish(accountId, inspectionId, { ...outcome, costNanos: nanos }),
      countPages(deps, accountId, { pages: 1 + siblingPages, costNanos: nanos }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    log.info("an inspection belongs to another worker or was deleted", { inspectionId });
  }
};
