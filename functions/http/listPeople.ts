import * as operations from "../../src/contract/operations/people.ts";
import { listPeople } from "../../src/domain/people/members.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.listPeople, ({ caller, deps }) => listPeople(deps, caller));
