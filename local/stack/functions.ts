import { join } from "node:path";
import { sessionRoleOf } from "../../lib/constructs/names.ts";
import type { Resource } from "./resources.ts";
import { asArray, asNumber, asObject, asText } from "./template.ts";

/** A policy statement, as in its document. */
export interface StatementDocument {
  readonly Effect: "Allow" | "Deny";
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly NotResource?: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface FunctionSpec {
  readonly name: string;
  readonly logicalId: string;
  /** Folder of the bundle, and `module.export` of its handler. */
  readonly folder: string;
  readonly handler: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Statements of its role. */
  readonly policy: readonly StatementDocument[];
  /** The role of the sessions that its callers begin; absent: they begin none. */
  readonly session?: SessionRole | undefined;
}

export interface SessionRole {
  readonly arn: string;
  readonly policy: readonly StatementDocument[];
}

/** Where Lambda mounts the layers of a function. */
const LAYER_MOUNT = "/opt/";

/** Path on this machine of a file below the mount: in the asset of the function's layer. */
const unmount = (value: string, layerFolder: string | undefined): string =>
  layerFolder !== undefined && value.startsWith(LAYER_MOUNT)
    ? join(layerFolder, value.slice(LAYER_MOUNT.length))
    : value;

/**
 * The functions that run our code: those whose code is an asset of their stack. Here, a function has at most
 * one layer.
 */
export const readFunctions = (
  resources: readonly Resource[],
  layers: readonly Resource[],
  roles: readonly Resource[],
): readonly FunctionSpec[] =>
  resources.flatMap(({ name, logicalId, properties, stack }) => {
    const layer = layers.find((each) => asArray(properties.Layers).includes(each.name));
    const layerFolder = stack.assetFolders.get(asText(asObject(layer?.properties.Content).S3Key) ?? "");
    const folder = stack.assetFolders.get(asText(asObject(properties.Code).S3Key) ?? "");
    if (folder === undefined) return [];
    return {
      name,
      logicalId,
      folder,
      handler: asText(properties.Handler) ?? "index.handler",
      memoryMb: asNumber(properties.MemorySize) ?? 128,
      timeoutSeconds: asNumber(properties.Timeout) ?? 3,
      environment: Object.fromEntries(
        Object.entries(asObject(asObject(properties.Environment).Variables)).map(([key, value]) => [
          key,
          unmount(asText(value) ?? "", layerFolder),
        ]),
      ),
      policy: policyOf(roles.find(({ arn }) => arn === properties.Role)),
      session: sessionOf(roles.find((role) => role.logicalId === sessionRoleOf(logicalId))),
    };
  });

const sessionOf = (role: Resource | undefined): SessionRole | undefined =>
  role && { arn: role.arn, policy: policyOf(role) };

/** The statements of a role's inline policies. */
const policyOf = (role: Resource | undefined): readonly StatementDocument[] =>
  asArray(role?.properties.Policies).flatMap(
    (policy) =>
      asArray(asObject(asObject(policy).PolicyDocument).Statement) as unknown as StatementDocument[],
  );

/** Whether `called` is a function's physical name, or its logical id (`createFlow`). */
export const isFunctionCalled = ({ name, logicalId }: FunctionSpec, called: string): boolean =>
  name === called || logicalId === called;
