import * as operations from "../../src/contract/operations/alerts.ts";
import { readAllAlerts } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.readAllAlerts, ({ caller, deps }) => readAllAlerts(deps, caller));
