import { OperateQueuesRequest } from "../../src/contract/messages.ts";
import { operateQueues } from "../../src/domain/queues/operateQueues.ts";
import { withOperatedQueues } from "../../src/runtime/deps/queues/operatedQueues.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(
  OperateQueuesRequest,
  (request, { deps, deadlineMs }) => operateQueues(deps, request, deadlineMs),
  withOperatedQueues,
);
