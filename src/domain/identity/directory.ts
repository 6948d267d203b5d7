import type { TextAnswer } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { Deps } from "../ports.ts";

export interface WithIdentity {
  /** Writes the directory of the keys that sign requests; null if this deployment signs none. */
  readonly readDirectory: ((nowMs: number) => Promise<TextAnswer>) | null;
}

/** The public keys with which sites verify the service's requests. @throws DomainError `not-found` */
export const getSignatureDirectory = async ({
  readDirectory,
  now,
}: Pick<Deps, "now"> & WithIdentity): Promise<TextAnswer> => {
  if (!readDirectory) throw new DomainError("not-found", "This deployment does not sign its requests.");
  return readDirectory(now());
};
