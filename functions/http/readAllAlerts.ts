import { readAllAlerts } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("readAllAlerts", ({ caller, deps }) => readAllAlerts(deps, caller));
