import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { callCredentials } from "./callCredentials.ts";

/** An uploaded file. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

/** S3 answers 403 for a missing object if the caller may not list the bucket. */
const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0);

/** Reads files uploaded with forms. S3 itself accepts a form any number of times. */
export const createUploads = (bucket: string) => {
  const client = new S3Client({ ...AWS_REQUESTS.objects, ...callCredentials() });
  return {
    /** @returns null if nothing was uploaded, `sentAgain` if the form was sent more than once */
    async read(key: string): Promise<UploadedFile | "sentAgain" | null> {
      const { Versions = [] } = await client.send(
        new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key, MaxKeys: 2 }),
      );
      if (Versions.length > 1) return "sentAgain";
      try {
        const { Body, ContentType, VersionId } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key }),
        );
        // Another upload arrived after the versions were listed.
        if (Versions[0] && Versions[0].VersionId !== VersionId) return "sentAgain";
        return Body ? { bytes: await Body.transformToByteArray(), contentType: ContentType } : null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
  };
};

export type Uploads = ReturnType<typeof createUploads>;
