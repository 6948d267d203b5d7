/** Records which grants functions use, and what they were denied. */
import type { FunctionSpec, StatementDocument } from "../stack/functions.ts";
import { type Call, type Grant, grantOf } from "./policy.ts";

interface DeniedCall {
  readonly function: string;
  readonly action: string;
  readonly resource: string;
}

/** The record as written to a file. */
export interface GrantRecord {
  readonly functions: Readonly<
    Record<string, { readonly granted: readonly Grant[]; readonly used: readonly Grant[] }>
  >;
  readonly denied: readonly DeniedCall[];
}

const grantsIn = ({ Effect, Action = [], Resource = [] }: StatementDocument): readonly Grant[] =>
  Effect === "Deny"
    ? []
    : [Action].flat().flatMap((action) => [Resource].flat().map((resource) => grantOf(action, resource)));

/** Limit of the denials to keep: more would only repeat them. */
const MAX_DENIED = 1_000;

export const createRecord = (
  functions: readonly Pick<FunctionSpec, "logicalId" | "policy" | "session">[],
) => {
  const used = new Map<string, Set<Grant>>();
  const denied: DeniedCall[] = [];
  return {
    used(name: string, grants: readonly Grant[]): void {
      const known = used.get(name) ?? new Set();
      used.set(name, known);
      for (const grant of grants) known.add(grant);
    },

    denied(name: string, { action, resource }: Call): void {
      if (denied.length < MAX_DENIED) denied.push({ function: name, action, resource });
    },

    read: (): GrantRecord => ({
      functions: Object.fromEntries(
        functions.map(({ logicalId, policy, session }) => [
          logicalId,
          {
            granted: [...new Set([...policy, ...(session?.policy ?? [])].flatMap(grantsIn))].sort(),
            used: [...(used.get(logicalId) ?? [])].sort(),
          },
        ]),
      ),
      denied,
    }),
  };
};
