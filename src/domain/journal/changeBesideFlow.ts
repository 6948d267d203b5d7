import { DomainError } from "../../contract/errors.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import type { Caller, Deps } from "../ports.ts";
import { audit } from "./journal.ts";

/** Attempts while other requests change the same record. */
const ATTEMPTS = 10;

interface Beside<Before> {
  /** What is changed, in the plural: "secrets". */
  readonly what: string;
  readonly read: () => Promise<Before>;
  /** Called again if another change came first. */
  readonly decide: (
    flow: FlowRecord,
    before: Before,
  ) => {
    readonly action: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly writes: readonly Write[];
  };
}

/**
 * Changes something that is stored beside a flow, and writes the audit entry. Fails if the flow was deleted.
 *
 * @throws DomainError `not-found`; `unavailable` if too many requests change it at once; and errors from `decide`
 */
export const changeBesideFlow = async <Before>(
  deps: Deps,
  caller: Caller,
  flowId: string,
  { what, read, decide }: Beside<Before>,
): Promise<void> => {
  const { store } = deps;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [flow, before] = await Promise.all([store.flows.get(caller.accountId, flowId), read()]);
    if (!flow) throw notFound("flow", flowId);
    const { action, metadata, writes } = decide(flow, before);
    try {
      return await store.commit(
        writes,
        store.flows.check(flow),
        audit(deps, caller, { action, resource: flowId, metadata }),
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new DomainError("unavailable", `The flow's ${what} are being changed by other requests. Try again.`, {
    headers: { "retry-after": "1" },
  });
};
