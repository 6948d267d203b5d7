/** Reads cookies from the files that browsers' extensions and tools write. */
import * as z from "zod";
import { DomainError } from "../../contract/errors.ts";
import type { PutFlowSession } from "../../contract/flows/sessions.ts";
import { type KeptCookie, readSession, type Session } from "./kept.ts";

/** Browsers keep no larger cookie. */
const MAX_COOKIE_CHARS = 4_096;
/** RFC 6265bis, section 5.6: no control characters, and nothing that ends a name or a value. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const FORBIDDEN_IN_NAME = /[\u0000-\u001f\u007f;=]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const FORBIDDEN_IN_VALUE = /[\u0000-\u001f\u007f;]/;
const DOMAIN = /^\.?[a-z0-9._\-[\]:]+$/;
/** Some tools write milliseconds; as seconds, this is the year 5138. */
const MAX_SECONDS = 1e11;

const refuse = (message: string): DomainError =>
  new DomainError("invalid-request", "These cookies can't be imported.", {
    details: [{ path: "cookies", message }],
  });

interface Raw {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly isHostOnly: boolean;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: string | undefined;
  /** Seconds since the epoch; 0 or less: the cookie has no end. */
  readonly expires: number;
}

const SAME_SITE: Readonly<Record<string, KeptCookie["sameSite"]>> = {
  strict: "Strict",
  lax: "Lax",
  none: "None",
  no_restriction: "None",
};

/** A cookie as browsers accept it. @param where names it in an error */
const toCookie = (raw: Raw, where: string): KeptCookie => {
  const { name, value, isHostOnly, httpOnly, expires } = raw;
  const domain = raw.domain.toLowerCase();
  if (name === "" || FORBIDDEN_IN_NAME.test(name))
    throw refuse(`${where}: the name of the cookie is not valid`);
  if (FORBIDDEN_IN_VALUE.test(value))
    throw refuse(`${where}: the value of "${name}" has characters that no cookie may have`);
  if (name.length + value.length > MAX_COOKIE_CHARS)
    throw refuse(`${where}: "${name}" has more than ${MAX_COOKIE_CHARS} characters`);
  if (!DOMAIN.test(domain)) throw refuse(`${where}: the domain of "${name}" is not valid`);
  const host = domain.replace(/^\./, "");
  // RFC 6265bis, section 4.1.3: these prefixes promise it.
  const isHost = name.startsWith("__Host-");
  const secure = raw.secure || isHost || name.startsWith("__Secure-");
  const sameSite = SAME_SITE[raw.sameSite?.toLowerCase() ?? ""];
  const seconds = expires > MAX_SECONDS ? expires / 1_000 : expires;
  return {
    name,
    value,
    domain: isHostOnly || isHost ? host : `.${host}`,
    path: isHost || !raw.path.startsWith("/") ? "/" : raw.path,
    secure,
    httpOnly,
    ...(sameSite && (sameSite !== "None" || secure) && { sameSite }),
    ...(seconds > 0 && { expires: seconds }),
  };
};

const HTTP_ONLY = "#HttpOnly_";

/** The format of Netscape's cookies.txt: domain, subdomains, path, secure, expiry, name, value, between tabs. */
const readNetscape = (text: string): KeptCookie[] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .flatMap((line, index) => {
      const httpOnly = line.startsWith(HTTP_ONLY);
      if (line.trim() === "" || (line.startsWith("#") && !httpOnly)) return [];
      const where = `line ${index + 1}`;
      const fields = (httpOnly ? line.slice(HTTP_ONLY.length) : line).split("\t");
      const [domain = "", subdomains = "", path = "", secure = "", expires = "", name = "", ...value] =
        fields;
      if (fields.length < 6 || !/^-?\d+(?:\.\d+)?$/.test(expires))
        throw refuse(
          `${where} is not a cookie: a cookies.txt file has seven values per line, separated by tabs`,
        );
      const isHostOnly = subdomains.toUpperCase() !== "TRUE";
      const raw = { domain, path, name, value: value.join("\t"), expires: Number(expires) };
      return [toCookie({ ...raw, isHostOnly, secure: secure.toUpperCase() === "TRUE", httpOnly }, where)];
    });

const Text = z.union([z.string(), z.number()]).transform(String);
const Flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

/** EditThisCookie, Cookie-Editor; Puppeteer, Playwright: they name the end of a cookie differently. */
const Exported = z.object({
  name: z.string(),
  value: Text,
  domain: z.string(),
  path: z.string().default("/"),
  hostOnly: Flag.optional().catch(undefined),
  secure: Flag.optional().catch(undefined),
  httpOnly: Flag.optional().catch(undefined),
  sameSite: z.string().optional().catch(undefined),
  session: Flag.optional().catch(undefined),
  expirationDate: z.coerce.number().optional().catch(undefined),
  expires: z.coerce.number().optional().catch(undefined),
});

/** Cookie Quick Manager. */
const Managed = z.object({
  "Name raw": z.string(),
  "Content raw": Text,
  "Host raw": z.string(),
  "Path raw": z.string().default("/"),
  "Expires raw": z.coerce.number().optional().catch(undefined),
  "Send for raw": Flag.optional().catch(undefined),
  "HTTP only raw": Flag.optional().catch(undefined),
});

const fromManaged = (cookie: z.infer<typeof Managed>): Raw => {
  const host = cookie["Host raw"];
  return {
    name: cookie["Name raw"],
    value: cookie["Content raw"],
    domain: URL.parse(host)?.hostname ?? host,
    path: cookie["Path raw"],
    isHostOnly: !/^(?:https?:\/\/)?\./.test(host),
    secure: cookie["Send for raw"] ?? host.startsWith("https:"),
    httpOnly: cookie["HTTP only raw"] ?? false,
    expires: cookie["Expires raw"] ?? 0,
  };
};

const fromExported = (cookie: z.infer<typeof Exported>): Raw => {
  const { hostOnly, domain, session = false, expirationDate, expires } = cookie;
  return {
    ...cookie,
    isHostOnly: hostOnly ?? !domain.startsWith("."),
    secure: cookie.secure ?? false,
    httpOnly: cookie.httpOnly ?? false,
    expires: session ? 0 : (expirationDate ?? expires ?? 0),
  };
};

const readCookies = (cookies: readonly unknown[]): KeptCookie[] =>
  cookies.map((cookie, index) => {
    const where = `cookie ${index + 1}`;
    const exported = Exported.safeParse(cookie);
    if (exported.success) return toCookie(fromExported(exported.data), where);
    const managed = Managed.safeParse(cookie);
    if (managed.success) return toCookie(fromManaged(managed.data), where);
    throw refuse(`${where} has no "name", "value" and "domain"`);
  });

/** Playwright's `storageState`: the local storage of each origin. */
const Origins = z.array(
  z.object({
    origin: z.string(),
    localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  }),
);

const readOrigins = (origins: unknown): Session["storages"] => {
  const read = Origins.safeParse(origins ?? []);
  if (!read.success) throw refuse('"origins" is not a list of { origin, localStorage: [{ name, value }] }');
  return Object.fromEntries(
    read.data.map(({ origin, localStorage }) => [
      origin,
      { local: Object.fromEntries(localStorage.map(({ name, value }) => [name, value])) },
    ]),
  );
};

const readJson = (json: unknown): Session => {
  if (Array.isArray(json)) return { cookies: readCookies(json), storages: {} };
  const { cookies, origins } = (json ?? {}) as { readonly cookies?: unknown; readonly origins?: unknown };
  if (!Array.isArray(cookies)) throw refuse('is neither a list of cookies nor { "cookies": [ … ] }');
  return { cookies: readCookies(cookies), storages: readOrigins(origins) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse(`is not valid JSON: ${(cause as Error).message}`);
  }
};

/**
 * Reads a file of cookies: Netscape's cookies.txt, or the JSON of the common extensions, Puppeteer and Playwright.
 *
 * @throws DomainError `invalid-request` that names the line or cookie, and never a value
 */
export const readCookieFile = ({ cookies }: PutFlowSession): Session => {
  if (typeof cookies !== "string") return readJson(cookies);
  const text = cookies.replace(/^\uFEFF/, "").trim();
  const session = /^[[{]/.test(text)
    ? readJson(parse(text))
    : { cookies: readNetscape(cookies), storages: {} };
  if (session.cookies.length === 0) throw refuse("contains no cookies");
  return readSession(session) ?? session;
};
