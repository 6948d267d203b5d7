import type { FlowDefinition } from "../../contract/flows.ts";
import { checkScope } from "../keys/authenticate.ts";
import type { Caller } from "../ports.ts";

/** Each address once, as it is opened: without what only a browser reads of it. */
export const eachOnce = (urls: readonly string[]): string[] => [
  ...new Set(
    urls.map((address) => {
      const url = new URL(address);
      url.hash = "";
      return url.href;
    }),
  ),
];

const originsOf = ({ url, urls, steps }: Pick<FlowDefinition, "url" | "urls" | "steps">): Set<string> =>
  new Set(
    [url, ...urls, ...steps.flatMap((step) => step.url ?? [])].map((address) => new URL(address).origin),
  );

/**
 * Who may run a flow may not send it to other sites, with what it types and how it behaves; who may write it may.
 * @throws DomainError `missing-scope`
 */
export const checkAddresses = (caller: Caller, flow: FlowDefinition, urls: readonly string[] = []): void => {
  const own = originsOf(flow);
  if (urls.some((url) => !own.has(new URL(url).origin))) checkScope(caller, "flows:write");
};
