/** The cookies of one run: RFC 6265, with the public suffix list. */
import { Cookie, CookieJar, MemoryCookieStore } from "tough-cookie";

/** A cookie in the format of browsers: with a leading dot, `domain` covers subdomains. */
export interface RunCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Seconds since the epoch. If absent, the cookie lasts as long as the run. */
  readonly expires?: number;
}

export interface Cookies {
  /** The `cookie` header for a URL, if any. */
  headersFor(url: URL): Promise<Record<string, string>>;
  /** Stores the cookies that a URL sets, if it may set them. */
  keep(url: URL, setCookies: readonly string[]): Promise<void>;
  /** Loads the cookies of another worker; only the first call has an effect. */
  resume(session: unknown): Promise<void>;
  /** The cookies now, with everything else that the session held when it was resumed. */
  suspend(): Promise<{ readonly cookies: readonly RunCookie[] }>;
}

const MAX_COOKIES = 200;
const MAX_COOKIE_CHARS = 4_096;

const toRunCookie = (cookie: Cookie): RunCookie => {
  const expiresMs = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
  return {
    name: cookie.key,
    value: cookie.value,
    domain: `${cookie.hostOnly ? "" : "."}${cookie.domain ?? ""}`,
    path: cookie.path ?? "/",
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
    // A cookie that expires at once has -Infinity here.
    ...(expiresMs !== Number.POSITIVE_INFINITY && { expires: Math.max(0, expiresMs) / 1_000 }),
  };
};

const toCookie = ({ name, domain, expires, ...cookie }: RunCookie): Cookie =>
  new Cookie({
    ...cookie,
    key: name,
    domain: domain.replace(/^\./, ""),
    hostOnly: !domain.startsWith("."),
    ...(expires !== undefined && { expires: new Date(expires * 1_000) }),
  });

const cookiesOf = (session: unknown): readonly RunCookie[] =>
  (session as { readonly cookies?: readonly RunCookie[] } | null | undefined)?.cookies ?? [];

export const createCookies = (): Cookies => {
  const store = new MemoryCookieStore();
  const jar = new CookieJar(store);
  let isBegun = false;
  /** What only a browser reads, such as web storage. */
  let others: object = {};
  /** True until a cookie may have been stored: most sites set none. */
  let isEmpty = true;

  /** Evicts the oldest cookies, since the target decides how many it sets. */
  const trim = async (): Promise<void> => {
    const all = await store.getAllCookies();
    for (const { domain, path, key } of all.slice(0, Math.max(0, all.length - MAX_COOKIES)))
      await store.removeCookie(domain ?? "", path ?? "", key);
  };

  return {
    headersFor: async (url) => {
      if (isEmpty) return {};
      const cookie = await jar.getCookieString(url.href);
      return cookie === "" ? {} : { cookie };
    },

    keep: async (url, setCookies) => {
      if (setCookies.length > 0) isEmpty = false;
      for (const text of setCookies)
        if (text.length <= MAX_COOKIE_CHARS) await jar.setCookie(text, url.href, { ignoreError: true });
      if (setCookies.length > 0) await trim();
    },

    resume: async (session) => {
      if (isBegun) return;
      isBegun = true;
      const cookies = cookiesOf(session);
      if (typeof session === "object" && session !== null) others = session;
      if (cookies.length > 0) isEmpty = false;
      for (const cookie of cookies) await store.putCookie(toCookie(cookie));
    },

    suspend: async () => ({ ...others, cookies: (await store.getAllCookies()).map(toRunCookie) }),
  };
};
