import type { Caller, Deps } from "../ports.ts";

/** Email addresses by the ids of those who belong to an account, or did. Who was erased is not among them. */
export type Names = ReadonlyMap<string, string>;

export const readNames = async (
  { store }: Pick<Deps, "store">,
  { accountId }: Pick<Caller, "accountId">,
): Promise<Names> => {
  const people = await store.people.listEver(accountId);
  return new Map(people.map(({ personId, email }) => [personId, email]));
};
