import { createConfinedCaller } from "../../../adapters/confinedCaller.ts";
import type { RunMessage } from "../../../contract/messages.ts";
import { objectsOfRun } from "../../../domain/files/folders.ts";
import { partitionsOfSession } from "../../../store/partitions.ts";
import { required } from "../../env.ts";
import { sealKeys } from "../seals.ts";

/** Has runs executed by the function with a browser, which can open no more than each needs. */
export const withBrowserRuns = () => {
  const { call } = createConfinedCaller({
    functionName: required("EXECUTEBROWSERRUN_FUNCTION_NAME"),
    roleArn: required("EXECUTEBROWSERRUN_SESSION_ROLE_ARN"),
    waits: true,
    readSealKeys: sealKeys(),
  });
  return {
    browserRuns: {
      /** @throws Error if the run's worker failed, so that its message is delivered again */
      execute: async (message: RunMessage): Promise<void> => {
        const { accountId, runId } = message;
        await call(message, {
          partitions: partitionsOfSession(accountId, runId),
          objects: objectsOfRun(accountId, runId),
        });
      },
    },
  };
};
