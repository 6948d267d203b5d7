import { keepKnown } from "../../../adapters/keepKnown.ts";
import { compileDenied, type Denied, type ReadDenied, TargetError } from "../../../engine/egress/index.ts";
import { baseDeps } from "../base.ts";

/** A rule takes effect within a minute: also where a browser keeps a connection, which is looked at as often. */
const KEPT_MS = 20_000;

let latest: { readonly rules: string; readonly denied: Denied } | undefined;

/** The operator's rules. They are compiled only when they have changed. */
const read = async (): Promise<Denied> => {
  const rules = (await baseDeps().store.denied.list()).map(({ rule }) => rule);
  const text = rules.join(" ");
  if (latest?.rules !== text) latest = { rules: text, denied: compileDenied(rules) };
  return latest.denied;
};

const readKept = keepKnown(KEPT_MS, Date.now, read);

/** Reads the operator's rules for this function's egress. @throws TargetError if they were never read and cannot be */
export const readDenied: ReadDenied = async () => {
  try {
    return await readKept();
  } catch (cause) {
    throw new TargetError("target-failed", "The service could not check whether the target is denied.", {
      retryable: true,
      cause,
    });
  }
};
