/** The way out: directly, through the operator's proxy, or through a flow's own. */
import { keepFor } from "../../../adapters/keepFor.ts";
import { PROXY_FORM, parseProxy } from "../../../contract/flows/proxy.ts";
import { type ReadRoute, type Route, TargetError } from "../../../engine/egress/index.ts";
import { readEnv } from "../../env.ts";

/** A new value of the operator's secret takes effect within this time. */
const KEPT_MS = 60_000;

const fail = (message: string, cause?: unknown): TargetError =>
  new TargetError("egress-failed", `${message} No direct connection was made.`, { retryable: true, cause });

const routeOf = (text: string): Route => {
  const proxy = parseProxy(text);
  if (!proxy) throw fail(`The operator's proxy is not set up: its address must be ${PROXY_FORM}.`);
  return { proxy, dns: readEnv().PROXY_DNS };
};

const readSecretRoute = async (secretArn: string): Promise<Route> => {
  // Only a stage with a proxy needs this client.
  const { readSecretText } = await import("../../../adapters/secrets.ts");
  const text = await readSecretText(secretArn).catch((error: unknown) => {
    throw fail("The operator's proxy could not be read from its secret.", error);
  });
  return routeOf(text);
};

const kept = new Map<string, ReadRoute>();

/** The operator's proxy; null if there is none. @throws TargetError `egress-failed` if it cannot be determined */
export const operatorRoute: ReadRoute = async () => {
  const { PROXY_URL: url, PROXY_SECRET_ARN: secretArn } = readEnv();
  if (url !== undefined) return routeOf(url);
  if (secretArn === undefined) return null;
  const read = kept.get(secretArn) ?? keepFor(KEPT_MS, Date.now, () => readSecretRoute(secretArn));
  kept.set(secretArn, read);
  return read();
};

/** A flow's own proxy, in place of the operator's. Names are always resolved and checked here. */
export const flowRoute =
  (address: string): ReadRoute =>
  async () => {
    const proxy = parseProxy(address);
    if (!proxy) throw fail(`The flow's proxy is not set up: its secret must be ${PROXY_FORM}.`);
    return { proxy, dns: "here" };
  };
