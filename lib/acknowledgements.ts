import type { Acknowledgment } from "aws-cdk-lib";
import { DESTINATION_ROLE_PREFIX } from "../src/contract/deliveries/destinationTargets.ts";
import { functionNamesOf } from "./constructs/endpoints.ts";
import { type DataStack, exportNameOf } from "./data-stack.ts";

/**
 * Rules that do not apply to the stack's functions and routes, and why. Exceptions for single resources are next to
 * them.
 */
export const acknowledgements = (data: DataStack, stackName: string): Acknowledgment[] => [
  {
    id: "AwsSolutions-APIG4",
    reason:
      "The functions check the API key and its scope, from the operation table; contract tests try each without.",
  },
  {
    id: `AwsSolutions-IAM5[Resource::${exportNameOf(data.stackName, "bucketArn")}/*]`,
    reason: "The keys of objects are made from run ids; a function may touch the objects of our one bucket.",
  },
  ...["tmp/uploads/*", "kept/*/uploads/*", "kept/*/lists/*", "flows/*"].map((keys) => ({
    id: `AwsSolutions-IAM5[Resource::${exportNameOf(data.stackName, "bucketArn")}/${keys}]`,
    reason: "Uploads, and the lists of runs and of flows, lie by account in folders of their own.",
  })),
  {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${functionNamesOf(stackName)}]`,
    reason: "The API calls the functions of its stack and no other; CloudFormation ends their names.",
  },
  {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:iam::*:role/*${DESTINATION_ROLE_PREFIX}*]`,
    reason:
      "Destinations assume roles that users name, and only roles that were made for it; each requires an external ID.",
  },
  {
    id: "Serverless-LambdaDLQ",
    reason:
      "The gateway and operators wait for their answer, queues have dead letters, and the clock calls again.",
  },
  {
    id: "Serverless-LambdaAsyncFailureDestination",
    reason:
      "Unfinished work is still due, and the clock calls again; an inspection that ends this way is reported as failed.",
  },
  {
    id: "Serverless-LambdaTracing",
    reason:
      "A request is followed by its id in structured logs; X-Ray would cost more than the functions do.",
  },
];
