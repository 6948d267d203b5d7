/**
 * Keys as releases up to 0.1 made them, which left a fixed list of parameters out of URLs. Used once for each monitor:
 * to find its records again.
 */
import { createHash } from "node:crypto";
import { addressOf, withoutParameters } from "./addresses.ts";
import { formOf, tidyText } from "./canonical.ts";

const VISIT_PARAMETERS =
  /^(?:utm_\w+|mc_[ce]id|_ga|_gl|gclid|fbclid|msclkid|yclid|dclid|igshid|ref_?|sid|sess(?:ion)?_?id|session|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|csrf\w*|nonce|_|cb|cachebuster|rnd|rand|ts|timestamp|sig|signature|expires|x-amz-\w+(?:-\w+)*|;jsessionid|;phpsessid|;sid)$/i;

/** Whether those releases took a parameter for the visit's. */
export const isLegacyVisit = (name: string): boolean => VISIT_PARAMETERS.test(name);

const tidyAddress = (text: string): string => {
  const url = addressOf(text);
  if (!url) return tidyText(text);
  if (!/^#!?\//.test(url.hash)) url.hash = "";
  return withoutParameters(url, isLegacyVisit);
};

/** The hash that a key without a short value of its own was. */
export const legacyHash = (values: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify(values.map((value) => formOf(value, { read: tidyAddress }))))
    .digest("base64url");
