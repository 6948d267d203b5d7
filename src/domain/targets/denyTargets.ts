import { DomainError } from "../../contract/errors.ts";
import type { DenyTargetsRequest } from "../../contract/messages.ts";
import type { DeniedRecord } from "../../store/service/denied.ts";
import type { Deps } from "../ports.ts";

/** Every function with an egress reads all rules, so they must stay few. */
const MAX_RULES = 1_000;

/**
 * Adds and removes rules by which targets are denied, for an operator. They take effect within a minute, also for runs
 * in progress. Rules that exist, or do not exist, are left as asked for.
 *
 * @returns all rules after the change
 * @throws DomainError `limit-reached`, `not-found` if the rule to remove does not exist
 */
export const denyTargets = async (
  { store, now, log }: Deps,
  { add, remove, reason }: DenyTargetsRequest,
): Promise<{ rules: DeniedRecord[] }> => {
  const before = await store.denied.list();
  if (remove !== undefined && !before.some(({ rule }) => rule === remove))
    throw new DomainError("not-found", `No rule denies ${remove}.`);
  if (add !== undefined && before.length >= MAX_RULES)
    throw new DomainError("limit-reached", `There are ${MAX_RULES} rules. Deny a domain or a range instead.`);
  const at = new Date(now()).toISOString();
  const writes = [
    ...(add === undefined ? [] : store.denied.add({ rule: add, reason, at })),
    ...(remove === undefined ? [] : store.denied.remove(remove)),
  ];
  if (writes.length === 0) return { rules: before };
  await store.commit(writes);
  log.info("the rules by which targets are denied were changed", { add, remove, reason });
  return { rules: await store.denied.list() };
};
