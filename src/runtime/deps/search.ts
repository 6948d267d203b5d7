import { createSearxng } from "../../adapters/searxng.ts";
import { DomainError } from "../../contract/errors.ts";
import type { WithSearch } from "../../domain/search/findResults.ts";
import { createEgress, TargetError } from "../../engine/egress/index.ts";
import { readEnv } from "../env.ts";

/** SearXNG waits for its engines for 3 to 10 seconds. */
const TIMEOUT_MS = 12_000;
/** A page of results is about 50 KB. */
const MAX_ANSWER_BYTES = 5_000_000;

const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** The operator's own instance may be in a private network: its `host:port`, and no other, may be connected to there. */
const placeOf = (address: string): string => {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || PORTS[protocol]}`;
};

const toDomainError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted || (error instanceof TargetError && error.code === "timeout"))
    return new DomainError("timeout", "The search engine did not answer in time.", { cause: error });
  if (error instanceof TargetError)
    return new DomainError("unavailable", `The search engine cannot be reached. ${error.message}`, {
      cause: error,
    });
  if (error instanceof DomainError && error.code === "target-refused")
    return new DomainError("unavailable", "The search engine's name cannot be resolved.", { cause: error });
  return error;
};

/** The deployment's search engine, if it has one. */
export const withSearch = (): WithSearch => {
  const { SEARCH_URL: address, SERVICE_VERSION } = readEnv();
  if (address === undefined) return { searchEngine: null };
  const egress = createEgress({ allowPrivate: [placeOf(address)] });
  const headers = { accept: "application/json", "user-agent": `Gleaner/${SERVICE_VERSION}` };
  return {
    searchEngine: createSearxng({
      address,
      now: Date.now,
      get: async (url, signal) => {
        try {
          const asked = {
            headers,
            signal,
            timeoutMs: TIMEOUT_MS,
            maxBytes: MAX_ANSWER_BYTES,
            maxRedirects: 0,
          };
          return await egress.fetch(url, asked);
        } catch (error) {
          throw toDomainError(error, signal);
        }
      },
    }),
  };
};
