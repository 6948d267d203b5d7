import { DomainError } from "../contract/errors.ts";

/** The same error for a record of another account as for one that does not exist. */
export const notFound = (what: string, id: string): DomainError =>
  new DomainError("not-found", `There is no ${what} ${id} in this account.`);
