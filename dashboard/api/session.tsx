import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import { ApiError, type Client, createClient, type PersonSession, type Scope } from "../../client/index.ts";
import { companyInAddress } from "./company.ts";
import type { Config } from "./config.ts";

/** The key is kept in this tab only, for as long as it is open. */
const STORAGE_KEY = "gleaner.apiKey";
/** Whether a person signed in here: scripts cannot see the cookie, and need not ask for a session that is not there. */
const SIGNED_IN_KEY = "gleaner.signedIn";
/** Someone is waiting, so only two retries. */
const RETRIES = 2;

/** @param apiKey null: the session's cookie is sent, which the browser adds by itself */
export const createBrowserClient = (url: string, apiKey: string | null): Client =>
  createClient({ url, apiKey, retries: RETRIES });

export type { PersonSession };

interface Session extends Config {
  readonly client: Client;
  /** The person who is signed in; null: an API key is used. */
  readonly person: PersonSession | null;
  /** Shows another account, or what has changed about the session. */
  readonly setPerson: (person: PersonSession) => void;
  readonly signOut: () => void;
}

export interface Gate extends Config {
  /** Why the user has to sign in again; null at first and after signing out. */
  readonly reason: string | null;
  /** Somebody who belongs to no account yet. */
  readonly person: PersonSession | null;
  readonly signIn: (apiKey: string) => void;
  readonly signInAs: (person: PersonSession) => void;
  readonly signOut: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** The API, called as the signed-in user. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (session === null) throw new Error("this part of the dashboard is for those who are signed in");
  return session;
};

/**
 * Says why the person may not do what needs a scope; undefined if they may. The service decides: this only spares a click. What a key
 * may do is not known before it is tried.
 */
export const useRefusals = (): ((scope: Scope | undefined) => string | undefined) => {
  const account = use(SessionContext)?.person?.account;
  return (scope) =>
    !account || scope === undefined || account.scopes.includes(scope)
      ? undefined
      : `Your role in this account (${account.role}) does not allow this. Ask an owner.`;
};

/** The same of one scope. */
export const useRefusal = (scope: Scope | undefined): string | undefined => useRefusals()(scope);

export const useClient = (): Client => useSession().client;

/** Whether a response means that the key or session is no longer valid. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const EXPIRED = {
  key: "Your API key was revoked or has expired. Sign in again to continue where you left off.",
  person: "Your session has ended. Sign in again to continue where you left off.",
} as const;

/** Called by the first request that finds the key or session invalid. */
const expiry = new EventTarget();
export const reportExpired = (): boolean => expiry.dispatchEvent(new Event("expired"));

/** Who uses the dashboard. */
type User =
  | { readonly kind: "nobody"; readonly reason: string | null }
  | { readonly kind: "unknown" }
  | { readonly kind: "key"; readonly apiKey: string }
  | { readonly kind: "person"; readonly person: PersonSession };

const NOBODY: User = { kind: "nobody", reason: null };

const firstUser = ({ sessionUrl }: Config): User => {
  const apiKey = sessionStorage.getItem(STORAGE_KEY);
  if (apiKey !== null) return { kind: "key", apiKey };
  return sessionUrl !== null && localStorage.getItem(SIGNED_IN_KEY) !== null ? { kind: "unknown" } : NOBODY;
};

/** The pages that links in mail and identity providers lead to: they ask before they do anything. */
const isAtLink = (): boolean =>
  companyInAddress() !== null ||
  (location.pathname.endsWith("/sign-in") && location.hash.startsWith("#token="));

interface SessionProviderProps {
  readonly config: Config;
  readonly gate: (gate: Gate) => ReactNode;
  /** Shown while it is not known whether somebody is signed in. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children to signed-in users, and the sign-in page to others. The URL stays the same. */
export const SessionProvider = ({ config, gate, waiting, children }: SessionProviderProps) => {
  const queries = useQueryClient();
  const [user, setUser] = useState(() => (isAtLink() ? NOBODY : firstUser(config)));
  const cookieClient = useMemo(
    () => (config.sessionUrl === null ? null : createBrowserClient(config.sessionUrl, null)),
    [config],
  );

  const leave = useCallback(
    (reason: string | null) => {
      sessionStorage.removeItem(STORAGE_KEY);
      localStorage.removeItem(SIGNED_IN_KEY);
      setUser({ kind: "nobody", reason });
      queries.clear();
    },
    [queries],
  );

  useEffect(() => {
    if (user.kind !== "unknown" || cookieClient === null) return;
    cookieClient.getSession().then(
      (person) => setUser({ kind: "person", person }),
      (error: unknown) => leave(isSignedOut(error) ? EXPIRED.person : String(error)),
    );
  }, [user, cookieClient, leave]);

  useEffect(() => {
    const onExpired = () => leave(user.kind === "person" ? EXPIRED.person : EXPIRED.key);
    expiry.addEventListener("expired", onExpired);
    return () => expiry.removeEventListener("expired", onExpired);
  }, [leave, user]);

  const signOut = useCallback(() => {
    // Without an answer, the session still ends on its own, and this browser forgets it.
    if (user.kind === "person") void cookieClient?.endSession().catch(() => {});
    leave(null);
  }, [user, cookieClient, leave]);

  const signInAs = useCallback(
    (person: PersonSession) => {
      localStorage.setItem(SIGNED_IN_KEY, "yes");
      queries.clear();
      setUser({ kind: "person", person });
    },
    [queries],
  );

  const session = useMemo((): Session | null => {
    if (user.kind === "key") {
      const client = createBrowserClient(config.apiUrl, user.apiKey);
      return { ...config, client, person: null, setPerson: signInAs, signOut };
    }
    if (user.kind !== "person" || user.person.account === null || cookieClient === null) return null;
    return { ...config, client: cookieClient, person: user.person, setPerson: signInAs, signOut };
  }, [config, user, cookieClient, signInAs, signOut]);

  if (session !== null) return <SessionContext value={session}>{children}</SessionContext>;
  if (user.kind === "unknown") return waiting;
  const signIn = (apiKey: string) => {
    sessionStorage.setItem(STORAGE_KEY, apiKey);
    setUser({ kind: "key", apiKey });
  };
  return gate({
    ...config,
    reason: user.kind === "nobody" ? user.reason : null,
    person: user.kind === "person" ? user.person : null,
    signIn,
    signInAs,
    signOut,
  });
};
