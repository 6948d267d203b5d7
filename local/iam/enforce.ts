import { writeFileSync } from "node:fs";
import { type Credentials, credentialVariables } from "../emulators/endpoints.ts";
import type { LoopbackServer } from "../httpServer.ts";
import type { Shutdown } from "../shutdown.ts";
import type { Service } from "../stack/service.ts";
import { createAccess } from "./access.ts";
import { createGuard, type GuardOptions } from "./guard.ts";
import { partitionKeysOf } from "./partitionKeys.ts";
import { acceptRevocations } from "./revocations.ts";

/** The settings that functions start with when roles are enforced. */
export interface Enforcement {
  /** URL at which functions reach AWS services. */
  readonly url: string;
  /** Environment variables that every function needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly environmentOf: (functionName: string) => Readonly<Record<string, string>>;
  readonly credentialsOf: (functionName: string) => Credentials;
}

interface EnforceOptions {
  readonly guard: LoopbackServer;
  readonly service: Pick<Service, "functions" | "tables" | "secrets">;
  readonly upstreams: GuardOptions["upstreams"];
  /** The file for what was granted, used and denied; see `npm run grants`. */
  readonly recordFile: string | undefined;
}

/** Enforces the stack's roles on every AWS request of the functions. */
export const enforceIam = (
  { guard, service, upstreams, recordFile }: EnforceOptions,
  shutdown: Shutdown,
): Enforcement => {
  const access = createAccess(service.functions);
  acceptRevocations(access);
  const arnOfSecret = (id: string): string | undefined =>
    service.secrets.find(({ name, arn }) => name === id || arn === id)?.arn;
  guard.serve(
    createGuard({ access, upstreams, partitionKeyOf: partitionKeysOf(service.tables), arnOfSecret }),
  );
  if (recordFile !== undefined)
    shutdown.add(() => writeFileSync(recordFile, JSON.stringify(access.record.read())));
  return {
    url: guard.url,
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: guard.url,
      AWS_ENDPOINT_URL_SESV2: guard.url,
      // A table in a file has no requests to check, so its calls are checked first.
      ...(upstreams.dynamodb === undefined && { TABLE_ASKS_FIRST: "true" }),
    },
    environmentOf: (functionName) => credentialVariables(access.credentialsOf(functionName)),
    credentialsOf: access.credentialsOf,
  };
};
