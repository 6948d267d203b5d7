import * as z from "zod";
import { tick } from "../../src/domain/clock/tick.ts";
import { noteDeployment } from "../../src/domain/health/deployment.ts";
import { withDeployment } from "../../src/runtime/deps/deployment.ts";
import { withDueWorkers } from "../../src/runtime/deps/queues/dueWorkers.ts";
import { withStuck } from "../../src/runtime/deps/queues/stuck.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(
  z.unknown(),
  async (_event, { deps }) => {
    await noteDeployment(deps);
    return tick(deps);
  },
  () => ({ ...withDeployment(), ...withDueWorkers(), ...withStuck() }),
);
