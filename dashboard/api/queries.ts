/** How pages read and change data: through the client, one page of a list at a time. */
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, type Client, ConnectionError, TimeoutError } from "../../client/index.ts";
import type { Page } from "../../client/pages.ts";
import { isSignedOut, reportExpired, useClient } from "./session.tsx";
import { type ToastTone, useToasts } from "./toasts.ts";

const FRESH_MS = 5_000;
const PAGE_SIZE = 50;

const onError = (error: unknown): void => {
  if (isSignedOut(error)) reportExpired();
};

export const createQueries = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // The client already retries.
    defaultOptions: { queries: { retry: false, staleTime: FRESH_MS }, mutations: { retry: false } },
  });

/** How often data is refetched; false once it is final. */
type RefetchMs<T> = (data: T | undefined) => number | false;

/** One record. */
export const useRecord = <T>(
  key: QueryKey,
  read: (client: Client) => Promise<T>,
  options: { readonly refetchMs?: RefetchMs<T>; readonly enabled?: boolean } = {},
) => {
  const client = useClient();
  const { refetchMs, enabled = true } = options;
  return useQuery({
    queryKey: key,
    queryFn: () => read(client),
    enabled,
    refetchInterval: (query) => refetchMs?.(query.state.data) ?? false,
  });
};

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** A list that shows one page at a time. */
export interface PagedList<T> {
  readonly rows: readonly T[] | undefined;
  readonly total: number;
  /** Number of the first row shown, starting at 1. */
  readonly first: number;
  readonly error: unknown;
  readonly isStale: boolean;
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly retry: () => void;
}

/** Follows a list's cursors. Changing the filters returns to the first page. */
export const usePagedList = <T>(
  key: QueryKey,
  read: (client: Client, page: PageQuery) => PromiseLike<Page<T>>,
  options: { readonly refetchMs?: RefetchMs<readonly T[]>; readonly pageSize?: number } = {},
): PagedList<T> => {
  const client = useClient();
  const { refetchMs, pageSize = PAGE_SIZE } = options;
  const name = JSON.stringify(key);
  const [place, setPlace] = useState<{ name: string; cursors: readonly string[] }>({ name, cursors: [] });
  const cursors = place.name === name ? place.cursors : [];
  const cursor = cursors.at(-1);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...key, "page", cursor ?? null],
    queryFn: async () => read(client, { limit: pageSize, ...(cursor !== undefined && { cursor }) }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => refetchMs?.(query.state.data?.data) ?? false,
  });
  const goTo = (to: readonly string[]) => () => setPlace({ name, cursors: to });
  const nextCursor = data?.nextCursor;
  return {
    rows: data?.data,
    total: data?.total ?? 0,
    first: cursors.length * pageSize + 1,
    error: data === undefined ? error : null,
    isStale: isPlaceholderData,
    next: nextCursor === undefined || isPlaceholderData ? undefined : goTo([...cursors, nextCursor]),
    previous: cursors.length === 0 ? undefined : goTo(cursors.slice(0, -1)),
    retry: () => void refetch(),
  };
};

interface ActionOptions<Input, Output> {
  /** Message once it is done. */
  readonly done?: string | ((output: Output, input: Input) => string);
  /** Tone of that message: `plain` for actions that only stop or start something. */
  readonly tone?: ToastTone | ((output: Output, input: Input) => ToastTone);
  /** What it changes: queries whose keys start like this are refetched. */
  readonly changes?: readonly QueryKey[];
  /** Not called once the user has gone to another page: it may lead elsewhere. */
  readonly onDone?: (output: Output, input: Input) => void;
  /** The form shows the error itself. */
  readonly isQuiet?: boolean;
  /** For other parts of the page that ask whether it is in progress: see {@link useIsInProgress}. */
  readonly name?: string;
}

/** Whether actions of this name are in progress. */
export const useIsInProgress = (name: string): boolean => useIsMutating({ mutationKey: [name] }) > 0;

export const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.message;
  return error instanceof ConnectionError || error instanceof TimeoutError
    ? "The service did not answer."
    : String(error);
};

/** An action of the user. Reports success and failure. */
export const useAction = <Input = void, Output = unknown>(
  perform: (client: Client, input: Input) => Promise<Output>,
  { done, tone = "good", changes = [], onDone, isQuiet = false, name }: ActionOptions<Input, Output> = {},
) => {
  const client = useClient();
  const queries = useQueryClient();
  const { say } = useToasts();
  return useMutation({
    ...(name !== undefined && { mutationKey: [name] }),
    mutationFn: (input: Input) => perform(client, input),
    onMutate: () => location.pathname,
    onSuccess: (output, input, startedAt) => {
      for (const queryKey of changes) void queries.invalidateQueries({ queryKey });
      if (done !== undefined)
        say(
          typeof done === "string" ? done : done(output, input),
          typeof tone === "string" ? tone : tone(output, input),
        );
      if (location.pathname === startedAt) onDone?.(output, input);
    },
    onError: (error) => {
      if (!isQuiet && !isSignedOut(error)) say(messageOf(error), "bad");
    },
  });
};
