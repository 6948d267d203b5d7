import type { RunRecord } from "../../store/runs/runs.ts";
import { notFound } from "../errors.ts";
import type { Deps } from "../ports.ts";

/** Finds a run by its id. Previews are processed like runs but not found here. @throws DomainError `not-found` */
export const findRun = async (
  { store }: Pick<Deps, "store">,
  { accountId }: { readonly accountId: string },
  id: string,
): Promise<RunRecord> => {
  const run = await store.runs.get(accountId, id);
  if (!run || run.draft) throw notFound("run", id);
  return run;
};
