import type { FlowRecord } from "../../store/flows/flows.ts";
import type { Write } from "../../store/table.ts";
import { addActivity } from "../journal/journal.ts";
import { emit } from "../outbox/events.ts";
import type { Deps } from "../ports.ts";
import { raiseOnce } from "./alerts.ts";

/** A selector of a flow that no longer matches what it used to. */
export interface SelectorNews {
  readonly flow: Pick<FlowRecord, "id" | "accountId" | "name" | "version">;
  readonly runId: string;
  /** Index of the step in the flow, and the field, if the selector belongs to one. */
  readonly step: number | null;
  readonly field: string | null;
  readonly selector: string | null;
  /** The page on which it was noticed. */
  readonly url: string | null;
}

/**
 * `healed`: the replacement that was found, with a patch for the flow. `broken`: why none was found. `works`: the
 * selector matches again.
 */
export type SelectorOutcome =
  | { readonly healed: string; readonly confidence?: number; readonly patch?: object | null }
  | { readonly broken: string }
  | { readonly works: true };

/**
 * The alert's cause stays open until the selector is healed, works again or the flow is edited. A cause about the run
 * as a whole stays open until the flow recovers (see `clearFailureCauses`).
 */
const causeOf = ({ flow, step, field }: SelectorNews): string => {
  const ofFlow = `selector_broken:${flow.id}`;
  return step === null && field === null ? ofFlow : `${ofFlow}:${flow.version}:${step ?? ""}:${field ?? ""}`;
};

const nameOf = ({ field, selector, step }: SelectorNews): string => {
  if (field !== null) return `the selector of "${field}"`;
  return selector !== null ? `the selector ${selector}` : step !== null ? `step ${step + 1}` : "a selector";
};

/**
 * Reports a selector that no longer matches: the event `selector.healed` or `selector.broken`, an alert while it is
 * broken, and an entry in the activity feed. A selector that works again is not reported; its alert's cause is
 * closed.
 *
 * @returns writes to commit with the end of the run, which announces them (see `besides` of `endRun`); none for a
 *   selector that was reported before. Call again before each attempt to commit.
 */
export const reportSelector = async (
  deps: Deps,
  news: SelectorNews,
  outcome: SelectorOutcome,
): Promise<readonly Write[]> => {
  const { store } = deps;
  const { flow, ...where } = news;
  const { id: flowId, accountId, name } = flow;
  if ("works" in outcome) {
    const cause = causeOf(news);
    return (await store.alerts.hasCause(accountId, cause)) ? store.alerts.clearCause(accountId, cause) : [];
  }
  const data = { flowId, flowName: name, ...where };
  if ("healed" in outcome) {
    const { healed: newSelector, ...found } = outcome;
    const message = `"${name}": ${nameOf(news)} no longer matched and was healed: ${newSelector}`;
    return [
      ...store.alerts.clearCause(accountId, causeOf(news)),
      ...emit(deps, accountId, "selector.healed", { ...data, ...found, newSelector }),
      ...addActivity(deps, accountId, { type: "selector.healed", message, flowId, subject: news.runId }),
    ];
  }
  const message = `"${name}": ${nameOf(news)} no longer matches: ${outcome.broken}`;
  const alert = await raiseOnce(deps, accountId, {
    type: "selector_broken",
    severity: "warning",
    flowId,
    title: `A selector of ${name} no longer matches`,
    message,
    cause: causeOf(news),
    news: { flowName: name },
  });
  if (alert.length === 0) return [];
  return [
    ...alert,
    ...emit(deps, accountId, "selector.broken", { ...data, reason: outcome.broken }),
    ...addActivity(deps, accountId, { type: "selector.broken", message, flowId, subject: news.runId }),
  ];
};
