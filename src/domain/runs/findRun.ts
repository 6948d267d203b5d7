import type { RunRecord } from "../../store/runs.ts";
import { notFound } from "../errors.ts";
import type { Deps } from "../ports.ts";

/** A run by its id. Previews are no runs, though they are processed like them. @throws DomainError `not-found` */
export const findRun = async (
  { store }: Pick<Deps, "store">,
  { accountId }: { readonly accountId: string },
  id: string,
): Promise<RunRecord> => {
  const run = await store.runs.get(accountId, id);
  if (!run || run.draft) throw notFound("run", id);
  return run;
};
