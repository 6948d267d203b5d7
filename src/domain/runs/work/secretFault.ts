import { PROXY_FORM, parseProxy } from "../../../contract/flows/proxy.ts";
import { isHeaderValue } from "../../../contract/flows/requestOptions.ts";
import {
  fillSecrets,
  headerSecretsOf,
  parseSecretText,
  proxySecretOf,
  secretsOf,
} from "../../../contract/flows/secrets.ts";
import type { RunError } from "../../../contract/runs/runs.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { CollectionPlan } from "../../engine.ts";
import { runError } from "../../shared/runError.ts";

const isSecret = (text: string): boolean => parseSecretText(text).some((part) => "secret" in part);

/** Why the secrets of a flow cannot be used as it says; null if they can. */
export const secretFault = (
  { steps, request, proxy, secrets, url, documentSecret }: CollectionPlan,
  { flowId }: Pick<RunRecord, "flowId">,
): RunError | null => {
  const inHeaders = headerSecretsOf(request);
  const find = (name: string) => secrets.find((secret) => secret.name === name);
  const ofProxy = proxySecretOf(proxy);
  const others = [documentSecret ?? [], ofProxy ?? []].flat();
  const missing = [...secretsOf(steps), ...inHeaders, ...others].find((name) => !find(name));
  if (missing !== undefined)
    return runError(
      "secret-missing",
      `The flow uses {{secret.${missing}}}, which is not set. Set it on the Login tab of the flow, or with PUT /flows/${flowId}/secrets/${missing}.`,
    );
  if (ofProxy !== undefined && !parseProxy(find(ofProxy)?.value ?? ""))
    return runError(
      "secret-refused",
      `{{secret.${ofProxy}}} is not the address of a proxy: it must be ${PROXY_FORM}.`,
    );
  const { origin } = new URL(url);
  const elsewhere = inHeaders.find((name) => !find(name)?.origins.includes(origin));
  if (elsewhere !== undefined)
    return runError(
      "secret-refused",
      `{{secret.${elsewhere}}} may be sent to ${find(elsewhere)?.origins.join(", ")} only, and the flow opens ${origin}: ` +
        `if it belongs there, write the secret again with "origins".`,
    );
  const broken = Object.entries(request?.headers ?? {}).find(
    ([, text]) => isSecret(text) && !isHeaderValue(fillSecrets(text, secrets) ?? ""),
  );
  return broken === undefined
    ? null
    : runError(
        "secret-refused",
        `The header ${broken[0]} cannot be sent: the value of its secret must be printable ASCII on one line.`,
      );
};
