import { CfnResource } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** Gives a construct's resource a logical id without a hash, so that `createFlow` has this name in the template too. */
export const nameLogically = (construct: Construct, logicalId: string): void => {
  const resource = CfnResource.isCfnResource(construct) ? construct : construct.node.defaultChild;
  if (!CfnResource.isCfnResource(resource))
    throw new Error(`${construct.node.path} has no resource of its own to name.`);
  resource.overrideLogicalId(logicalId);
};

/** Logical id of the role of a confined function's sessions. */
export const sessionRoleOf = (name: string): string => `${name}Session`;
