import { DenyTargetsRequest } from "../../src/contract/messages.ts";
import { denyTargets } from "../../src/domain/targets/denyTargets.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(DenyTargetsRequest, (request, { deps }) => denyTargets(deps, request));
