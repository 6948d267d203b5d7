import { arnOf, physicalName, type QueueUrlOf } from "./names.ts";
import { createResolvers } from "./resolve.ts";
import { asObject, type JsonObject, type Stack } from "./template.ts";

/** A resource with every reference in its properties resolved. */
export interface Resource {
  readonly logicalId: string;
  readonly type: string;
  readonly name: string;
  readonly arn: string;
  readonly properties: JsonObject;
  readonly stack: Stack;
}

/** All resources of all stacks. */
export const readResources = (stacks: readonly Stack[], queueUrlOf: QueueUrlOf): readonly Resource[] => {
  const resolvers = createResolvers(stacks, queueUrlOf);
  return stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources ?? {}).map(([logicalId, resource]) => {
      const properties = asObject(resolvers.get(stack)?.(resource.Properties ?? {}));
      const name = physicalName(stack.name, logicalId, resource, properties);
      return { logicalId, type: resource.Type, name, arn: arnOf(resource.Type, name), properties, stack };
    }),
  );
};
