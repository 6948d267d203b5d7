import { PLANS } from "../../contract/account/plans.ts";
import { DomainError } from "../../contract/errors.ts";
import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import { checkScope } from "../keys/authenticate.ts";
import type { Caller } from "../ports.ts";

/** Each URL once, without its fragment, which only a browser reads. */
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
 * A key that may run a flow but not write it cannot point the flow's typing and clicking at other sites.
 * @throws DomainError `missing-scope`
 */
export const checkAddresses = (caller: Caller, flow: FlowDefinition, urls: readonly string[] = []): void => {
  const own = originsOf(flow);
  if (urls.some((url) => !own.has(new URL(url).origin))) checkScope(caller, "flows:write");
};

/**
 * Checks a run's number of URLs against the plan.
 * @param uploadId of the list, if it was uploaded
 * @throws DomainError `invalid-request`
 */
export const checkCount = (
  { plan }: Pick<AccountRecord, "plan">,
  urls: readonly string[] = [],
  uploadId?: string,
): void => {
  const { urlsPerRun } = PLANS[plan];
  if (urls.length <= urlsPerRun) return;
  const [count, limit] = [urls.length, urlsPerRun].map((number) => number.toLocaleString("en-US"));
  const message = `The list has ${count} URLs. Your plan (${plan}) allows ${limit} per run.`;
  const path = uploadId === undefined ? "urls" : "uploadId";
  throw new DomainError("invalid-request", message, { details: [{ path, message }] });
};
