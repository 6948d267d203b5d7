import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import { ApiError, type Client, createClient } from "../../client/index.ts";
import type { Config } from "./config.ts";

/** The key is kept in this tab only, for as long as it is open. */
const STORAGE_KEY = "gleaner.apiKey";
/** Someone is waiting, so only two retries. */
const RETRIES = 2;

export const createBrowserClient = (url: string, apiKey: string): Client =>
  createClient({ url, apiKey, retries: RETRIES });

interface Session extends Config {
  readonly client: Client;
  readonly signOut: () => void;
}

interface Gate {
  readonly apiUrl: string;
  /** Why the user has to sign in again; null at first and after signing out. */
  readonly reason: string | null;
  readonly signIn: (apiKey: string) => void;
}

const SessionContext = createContext<Session | null>(null);

/** The API, called as the signed-in user. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (session === null) throw new Error("this part of the dashboard is for those who are signed in");
  return session;
};

export const useClient = (): Client => useSession().client;

/** Whether a response means that the key is no longer valid. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const EXPIRED = "Your API key was revoked or has expired. Sign in again to continue where you left off.";

/** Called by the first request that finds the key invalid. */
const expiry = new EventTarget();
export const reportExpired = (): boolean => expiry.dispatchEvent(new Event("expired"));

interface SessionProviderProps {
  readonly config: Config;
  readonly gate: (gate: Gate) => ReactNode;
  readonly children: ReactNode;
}

/** Shows its children to signed-in users, and the sign-in page to others. The URL stays the same. */
export const SessionProvider = ({ config, gate, children }: SessionProviderProps) => {
  const { apiUrl } = config;
  const queries = useQueryClient();
  const [apiKey, setApiKey] = useState(() => sessionStorage.getItem(STORAGE_KEY));
  const [reason, setReason] = useState<string | null>(null);

  const leave = useCallback(
    (why: string | null) => {
      sessionStorage.removeItem(STORAGE_KEY);
      setApiKey(null);
      setReason(why);
      queries.clear();
    },
    [queries],
  );

  useEffect(() => {
    const onExpired = () => leave(EXPIRED);
    expiry.addEventListener("expired", onExpired);
    return () => expiry.removeEventListener("expired", onExpired);
  }, [leave]);

  const session = useMemo(
    () =>
      apiKey === null
        ? null
        : { ...config, client: createBrowserClient(config.apiUrl, apiKey), signOut: () => leave(null) },
    [config, apiKey, leave],
  );
  if (session !== null) return <SessionContext value={session}>{children}</SessionContext>;
  const signIn = (key: string) => {
    sessionStorage.setItem(STORAGE_KEY, key);
    setReason(null);
    setApiKey(key);
  };
  return gate({ apiUrl, reason, signIn });
};
