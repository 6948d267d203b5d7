import { CfnResource } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * Gives a construct's resource a logical id without a hash: `createFlow` is then the function in the
 * template too, for people who read it and for what runs it.
 */
export const nameLogically = (construct: Construct, logicalId: string): void => {
  const resource = CfnResource.isCfnResource(construct) ? construct : construct.node.defaultChild;
  if (!CfnResource.isCfnResource(resource))
    throw new Error(`${construct.node.path} has no resource of its own to name.`);
  resource.overrideLogicalId(logicalId);
};
