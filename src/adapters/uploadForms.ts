import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";

/** Limits on the file that a form uploads. */
export interface UploadLimits {
  readonly key: string;
  readonly contentType: string;
  readonly maxBytes: number;
  readonly seconds: number;
}

/** Signs forms that let a client without credentials upload a file under one key. */
export const createUploadForms = (bucket: string) => {
  const client = new S3Client(AWS_REQUESTS.objects);
  return {
    sign: ({ key, contentType, maxBytes, seconds }: UploadLimits) =>
      createPresignedPost(client, {
        Bucket: bucket,
        Key: key,
        Fields: { "Content-Type": contentType },
        Conditions: [
          ["content-length-range", 1, maxBytes],
          ["eq", "$Content-Type", contentType],
        ],
        Expires: seconds,
      }),
  };
};

export type UploadForms = ReturnType<typeof createUploadForms>;
