import { createConfinedCaller } from "../../../adapters/confinedCaller.ts";
import type { InspectMessage } from "../../../contract/messages.ts";
import { objectsOfInspection } from "../../../domain/files/folders.ts";
import type { WithInspectors } from "../../../domain/inspections/inspections.ts";
import { partitionsOfSession } from "../../../store/partitions.ts";
import { required } from "../../env.ts";
import { sealKeys } from "../seals.ts";

export const withInspectors = (): WithInspectors => {
  const { call } = createConfinedCaller({
    functionName: required("INSPECTPAGE_FUNCTION_NAME"),
    roleArn: required("INSPECTPAGE_SESSION_ROLE_ARN"),
    waits: false,
    readSealKeys: sealKeys(),
  });
  return {
    inspectors: {
      call: async (message: InspectMessage) => {
        const { accountId, inspectionId } = message;
        await call(message, {
          partitions: partitionsOfSession(accountId, inspectionId),
          objects: objectsOfInspection(accountId, inspectionId),
        });
      },
    },
  };
};
