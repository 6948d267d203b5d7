/** What each attack is allowed to reveal. */
import type { Observed } from "./attacker.ts";
import type { HostileSite } from "./hostileSite.ts";

/**
 * What the attacker may learn: `refused` is the one constant refusal, `invalid` that this is no address of the web,
 * `same` the same of an open, a closed and a silent port, `anything` whatever it likes, as long as nothing is hit.
 */
export type Expectation = "refused" | "invalid" | "same" | "anything";

export interface Attack {
  /** The operation, and where it takes the URL. */
  readonly surface: string;
  readonly trick: string;
  readonly expects: Expectation;
  readonly perform: () => Promise<Observed>;
}

export interface Sites {
  /** Redirects with its pages. */
  readonly pages: HostileSite;
  /** Its robots.txt redirects to a private address. */
  readonly robots: HostileSite;
  /** Its robots.txt names a sitemap at a private address. */
  readonly sitemaps: HostileSite;
}

const CONSTANT =
  "The service opens no connection to this address: it is not public, or its name cannot be resolved.";

/** What the API adds on one machine, for every URL alike. */
const LOCAL_HINT =
  " To allow a private address on this machine, start the service with --allow-private host:port.";

/** Whether a response reveals more than it may. */
export const tells = (expects: Expectation, { status, code, message }: Observed): boolean => {
  if (expects === "anything") return false;
  if (expects === "same") return code !== "same";
  if (expects === "invalid") return status !== 400 || code !== "invalid-request";
  return (
    code !== "target-refused" ||
    ![CONSTANT, CONSTANT + LOCAL_HINT].includes(message) ||
    (status !== null && status !== 422)
  );
};
