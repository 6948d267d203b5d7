import { createHash } from "node:crypto";
import type { FlowDefinition } from "../../contract/flows.ts";
import { signsIn } from "../../contract/sessions.ts";

/** The parts of a flow that its session depends on. */
type Signing = Pick<FlowDefinition, "url" | "session" | "steps"> & { readonly proxy?: unknown };

/**
 * Identifies what a session was made with: the flow's origin, its proxy and the steps that sign in. A session with another
 * print is not used.
 *
 * @returns null if the flow keeps no session
 */
export const printOf = ({ url, session, steps, proxy = null }: Signing): string | null => {
  if (!session.keep) return null;
  const made = JSON.stringify([new URL(url).origin, proxy, steps.filter(signsIn)]);
  return createHash("sha256").update(made).digest("base64url");
};
