import { createHash } from "node:crypto";
import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import { signsIn } from "../../contract/flows/sessions.ts";
import { sortedJson } from "../shared/sameJson.ts";

/** The parts of a flow that its session depends on. */
type Signing = Pick<FlowDefinition, "url" | "session" | "steps" | "proxy">;

/**
 * Identifies what a session was made with: the flow's origin, its proxy and the steps that sign in. A session with another
 * fingerprint is not used.
 *
 * @returns null if the flow keeps no session
 */
export const fingerprintOf = ({ url, session, steps, proxy }: Signing): string | null => {
  if (!session.keep) return null;
  const made = sortedJson([new URL(url).origin, proxy ?? null, steps.filter(signsIn)]);
  return createHash("sha256").update(made).digest("base64url");
};
