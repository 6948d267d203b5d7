/** What the stack names of SES and Bedrock, which exist outside it. */
import { type Acknowledgment, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** An inference profile, such as `eu.amazon.nova-lite-v1:0`, calls the model it is named after in several regions. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\./;

/** For an inference profile, which may call its model in any region of its continent. */
export const modelAcknowledgements = ({ modelId = "", modelBaseUrl }: Settings): Acknowledgment[] =>
  PROFILE.test(modelId) && modelBaseUrl === undefined
    ? [
        {
          id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${modelId.replace(PROFILE, "")}]`,
          reason: "An inference profile asks the one model in whichever of its regions has room.",
        },
      ]
    : [];

/** An address may be an SES identity itself, or belong to a domain that is one. */
export const mailIdentityArns = (scope: Construct, sender: string | undefined): string[] =>
  sender === undefined
    ? []
    : [sender, sender.replace(/^.*@/, "")].map((resourceName) =>
        Stack.of(scope).formatArn({ service: "ses", resource: "identity", resourceName }),
      );

export const modelArns = (scope: Construct, { modelId, modelBaseUrl }: Settings): string[] => {
  if (modelId === undefined || modelBaseUrl !== undefined) return [];
  const { partition, region, account } = Stack.of(scope);
  const modelIn = (place: string) =>
    `arn:${partition}:bedrock:${place}::foundation-model/${modelId.replace(PROFILE, "")}`;
  return PROFILE.test(modelId)
    ? [`arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`, modelIn("*")]
    : [modelIn(region)];
};
