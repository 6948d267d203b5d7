import { type PermissionSignal, USES, type Use } from "../../contract/permissions.ts";

/** One thing that a page or its site says about uses. */
export interface Statement extends PermissionSignal {
  readonly allows: readonly Use[];
}

/** Of a statement's text; the rest is not shown. */
const MAX_SHOWN_CHARS = 200;

export const shorten = (text: string): string =>
  text.replace(/\s+/g, " ").trim().slice(0, MAX_SHOWN_CHARS).toWellFormed();

/** What has to be read by a model, or trains one. */
export const AI_USES: Use[] = ["ai-input", "ai-train"];

/** A statement that exists and cannot be read: as with robots.txt (RFC 9309 2.3.1.4), everything counts as reserved. */
export const unreadable = (
  { signal, from, value, url }: Pick<Statement, "signal" | "from" | "value" | "url">,
  problem: string,
  reserves: readonly Use[] = USES,
): Statement => ({
  signal,
  from,
  value: shorten(value),
  ...(url !== undefined && { url }),
  reserves: [...reserves],
  allows: [],
  problem: shorten(problem),
});
