import * as operations from "../../src/contract/operations/health.ts";
import { getHealth } from "../../src/domain/health/health.ts";
import { withDeployment } from "../../src/runtime/deps/deployment.ts";
import { withModelProbe } from "../../src/runtime/deps/engine/modelProbe.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getHealth,
  ({ deps }) => getHealth(deps),
  () => ({ ...withRunQueue(), ...withDeployment(), ...withModelProbe() }),
);
