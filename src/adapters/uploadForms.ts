import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";

/** What a file may be that is sent with a form. */
export interface UploadLimits {
  readonly key: string;
  readonly contentType: string;
  readonly maxBytes: number;
  readonly seconds: number;
}

/** Forms with which who has no credentials may put one file in one place. */
export const createUploadForms = (bucket: string) => {
  const client = new S3Client({});
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
