import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { PlaceError } from "../contract/placeError.ts";
import type { BucketKey } from "./bucketPlace.ts";

interface AssumedRole {
  readonly roleArn: string;
  /** The external ID. The role's trust policy requires it, so that no other account's destinations can use the role. */
  readonly externalId: string;
  readonly bucket: string;
  readonly prefix?: string | undefined;
}

/** The shortest that AWS gives, and longer than a delivery takes. */
const KEY_SECONDS = 900;

/** Whatever the role may do, its keys open only the destination's folder. */
const policyOf = ({ roleArn, bucket, prefix }: AssumedRole): string => {
  const [, partition] = roleArn.split(":");
  const folder = prefix ? `${prefix}/` : "";
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
        Resource: `arn:${partition}:s3:::${bucket}/${folder}*`,
      },
    ],
  });
};

/**
 * The keys of a role that a bucket's owner has made for the service, for one delivery.
 *
 * A role that can be assumed without the external ID is refused: somebody who knows its ARN could have the service write to
 * its bucket (the confused deputy of AWS's documentation).
 *
 * @returns reads the keys, which are asked for once
 */
export const createRoleKeys = (
  role: AssumedRole,
  client: Pick<STSClient, "send"> = new STSClient(AWS_REQUESTS.short),
): (() => Promise<BucketKey>) => {
  const { roleArn, externalId } = role;

  const assume = async (given: { readonly ExternalId?: string }) => {
    const command = new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: "gleaner",
      DurationSeconds: KEY_SECONDS,
      Policy: policyOf(role),
      ...given,
    });
    try {
      return (await client.send(command)).Credentials ?? null;
    } catch (error) {
      if (error instanceof Error && error.name === "AccessDenied") return null;
      const name = error instanceof Error ? error.name : "an error";
      throw new PlaceError("role-refused", `The role can't be assumed now: AWS answered ${name}.`);
    }
  };

  const readKey = async (): Promise<BucketKey> => {
    const keys = await assume({ ExternalId: externalId });
    if (!keys?.AccessKeyId || !keys.SecretAccessKey)
      throw new PlaceError(
        "role-refused",
        "The role can't be assumed. Its trust policy must allow this service's AWS account, with sts:ExternalId " +
          `"${externalId}".`,
      );
    if (await assume({}))
      throw new PlaceError(
        "role-refused",
        `The role can be assumed without an external ID. Its trust policy must require sts:ExternalId "${externalId}".`,
      );
    return {
      accessKeyId: keys.AccessKeyId,
      secretAccessKey: keys.SecretAccessKey,
      sessionToken: keys.SessionToken,
    };
  };

  let asked: Promise<BucketKey> | undefined;
  return () => {
    asked ??= readKey();
    return asked;
  };
};
