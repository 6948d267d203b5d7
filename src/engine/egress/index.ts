export { compileDenied, type Denied, type ReadDenied } from "./denied.ts";
export { createDialer } from "./dialer.ts";
export {
  createEgress,
  type Egress,
  type EgressOptions,
  type EgressRequest,
  type EgressResponse,
  MAX_BODY_BYTES,
  type SignRequest,
} from "./egress.ts";
export { TargetError } from "./errors.ts";
export { type EgressProxy, type ProxyOptions, startProxy } from "./proxy.ts";
export { secureSocket } from "./secure.ts";
export { checkTarget } from "./target.ts";
export type { ReadRoute, Route } from "./tunnel.ts";
