/** What of a run's session belongs to its flow: cookies and storage of the flow's own site, within limits. */
import * as z from "zod";
import { MAX_SESSION_BYTES, MAX_SESSION_COOKIES } from "../../contract/flows/sessions.ts";
import { siteOf, siteOfHost } from "../../contract/site.ts";

/** A cookie in the format of browsers: with a leading dot, `domain` covers subdomains. */
const KeptCookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  secure: z.boolean().default(false),
  httpOnly: z.boolean().default(false),
  sameSite: z.enum(["Strict", "Lax", "None"]).optional().catch(undefined),
  /** Seconds since the epoch. Absent: the site set none, so it lasts as long as the session. */
  expires: z.number().optional(),
});
export type KeptCookie = z.infer<typeof KeptCookie>;

const Entries = z.record(z.string(), z.string());

/** A session as the engine suspends it. Only a browser has storage. */
const Session = z.object({
  cookies: z.array(KeptCookie).default([]),
  storages: z.record(z.string(), z.object({ local: Entries })).default({}),
  login: z.number().optional(),
});
export type Session = z.infer<typeof Session>;

/** @returns null if the engine holds no session */
export const readSession = (session: unknown): Session | null => Session.safeParse(session).data ?? null;

const isOf = (site: string, origin: string): boolean => URL.canParse(origin) && siteOf(origin) === site;

/** Whether a cookie is sent to pages of the site. */
export const isCookieOf = (site: string, { domain }: Pick<KeptCookie, "domain">): boolean =>
  siteOfHost(domain.replace(/^\./, "")) === site;

/** A cookie that is over, or never ends, in the terms of browsers: `expires` is -1 or absent for the latter. */
export const isOver = ({ expires = -1 }: KeptCookie, nowMs: number): boolean =>
  expires >= 0 && expires * 1_000 <= nowMs;

const withoutEnd = ({ expires, ...cookie }: KeptCookie): KeptCookie =>
  expires === undefined || expires < 0 ? cookie : { ...cookie, expires };

interface Fitted {
  /** What the next run starts with: JSON for the engine, without its `login`. */
  readonly json: string;
  readonly cookies: number;
  readonly storage: number;
  readonly bytes: number;
  /** What was left out because it is too large. */
  readonly dropped: "storage" | "everything" | null;
}

const sizeOf = (json: string): number => Buffer.byteLength(json);

/** The part of a session that is kept for the flow of a site. */
export const fitSession = (session: Session, site: string, nowMs: number): Fitted => {
  const cookies = session.cookies
    .filter((cookie) => isCookieOf(site, cookie) && !isOver(cookie, nowMs))
    .slice(-MAX_SESSION_COOKIES)
    .map(withoutEnd);
  const storages = Object.fromEntries(
    Object.entries(session.storages)
      .filter(([origin, { local }]) => isOf(site, origin) && Object.keys(local).length > 0)
      .map(([origin, { local }]) => [origin, { local, session: {} }]),
  );
  const storage = Object.values(storages).reduce((sum, { local }) => sum + Object.keys(local).length, 0);
  const whole = JSON.stringify({ cookies, storages });
  if (sizeOf(whole) <= MAX_SESSION_BYTES)
    return { json: whole, cookies: cookies.length, storage, bytes: sizeOf(whole), dropped: null };
  const small = JSON.stringify({ cookies, storages: {} });
  const bytes = sizeOf(small);
  if (bytes <= MAX_SESSION_BYTES)
    return { json: small, cookies: cookies.length, storage: 0, bytes, dropped: "storage" };
  return { json: "", cookies: 0, storage: 0, bytes, dropped: "everything" };
};

/** A shorter value is no credential, and might be part of ordinary text. */
const MIN_CREDENTIAL_CHARS = 16;

/** Values that must not appear in what a run stores: those of cookies that the site hides from its own scripts. */
export const credentialsOf = (session: Session | null): string[] =>
  (session?.cookies ?? []).flatMap(({ httpOnly, value }) =>
    httpOnly && value.length >= MIN_CREDENTIAL_CHARS ? [value] : [],
  );
