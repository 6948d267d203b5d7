import type { Resource } from "./resources.ts";
import { asNumber, asObject, asText } from "./template.ts";

export interface FunctionSpec {
  readonly name: string;
  readonly logicalId: string;
  /** The template that states it. */
  readonly templatePath: string;
  /** Folder of the bundle, and `module.export` of its handler. */
  readonly folder: string;
  readonly handler: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** The functions that carry code of ours: those whose code is an asset of their stack. */
export const readFunctions = (resources: readonly Resource[]): readonly FunctionSpec[] =>
  resources.flatMap(({ name, logicalId, properties, stack }) => {
    const folder = stack.assetFolders.get(asText(asObject(properties.Code).S3Key) ?? "");
    if (folder === undefined) return [];
    return {
      name,
      logicalId,
      templatePath: stack.templatePath,
      folder,
      handler: asText(properties.Handler) ?? "index.handler",
      memoryMb: asNumber(properties.MemorySize) ?? 128,
      timeoutSeconds: asNumber(properties.Timeout) ?? 3,
      environment: Object.fromEntries(
        Object.entries(asObject(asObject(properties.Environment).Variables)).map(([key, value]) => [
          key,
          asText(value) ?? "",
        ]),
      ),
    };
  });

/** Whether a function goes by `called`: its physical name, or its logical id (`createFlow`). */
export const isFunctionCalled = ({ name, logicalId }: FunctionSpec, called: string): boolean =>
  name === called || logicalId === called;
