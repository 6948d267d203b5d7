import { DomainError } from "../../contract/errors.ts";
import type { WithPages } from "../../domain/extract/pages.ts";
import { createEgress, TargetError } from "../../engine/egress/index.ts";
import { extractData } from "../../engine/extract/index.ts";
import { createPageFetcher, createUserAgent } from "../../engine/page/index.ts";
import { readEnv } from "../env.ts";

const toDomainError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return new DomainError("timeout", "The page did not answer in time.", { cause: error });
  return error instanceof TargetError ? new DomainError(error.code, error.message, { cause: error }) : error;
};

/** Pages of the web, read once and not kept. */
export const withPages = (): WithPages => {
  const { ALLOW_PRIVATE_TARGETS, SERVICE_VERSION, USER_AGENT_CONTACT } = readEnv();
  const fetchPage = createPageFetcher({
    egress: createEgress({ allowPrivate: ALLOW_PRIVATE_TARGETS }),
    userAgent: createUserAgent(SERVICE_VERSION, USER_AGENT_CONTACT),
  });
  return {
    pages: {
      read: async (url, query, signal) => {
        try {
          const page = await fetchPage(url, { signal });
          return { url: page.url, results: extractData(page.document, query).results };
        } catch (error) {
          throw toDomainError(error, signal);
        }
      },
    },
  };
};
