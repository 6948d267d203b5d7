import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { callCredentials } from "./callCredentials.ts";

/** Called for each request to the object store. */
export type OnObjectRequest = (kind: "read" | "write") => void;

interface DownloadFile {
  readonly name: string;
  readonly contentType: string;
}

/** Maximum number of objects that S3 deletes per call. */
const MAX_REMOVED = 1_000;

/** Larger bodies are sent in parts of this size: the local object store accepts 11 MiB per request. */
const PART_BYTES = 8 * 1024 * 1024;

const RANGE_NOT_SATISFIABLE = 416;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** S3 answers 403 for a missing object if the caller may not list the bucket, as ours may not. */
const isAbsent = (error: unknown): boolean => statusOf(error) === 404 || statusOf(error) === 403;

/** The object store, for data that is too large for the table. */
export const createObjects = (bucket: string, onRequest: OnObjectRequest = () => {}) => {
  const client = new S3Client({ ...AWS_REQUESTS.objects, ...callCredentials() });
  return {
    /** @param fileName makes browsers download the object under this name */
    async put(key: string, body: string | Buffer, contentType: string, fileName?: string): Promise<void> {
      onRequest("write");
      const params = {
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
        ...(fileName !== undefined && { ContentDisposition: `attachment; filename="${fileName}"` }),
      };
      if (Buffer.byteLength(body) <= PART_BYTES) {
        await client.send(new PutObjectCommand(params));
        return;
      }
      await new Upload({ client, params, partSize: PART_BYTES }).done();
    },

    async getText(key: string): Promise<string> {
      onRequest("read");
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error(`object ${key} has no body`);
      return Body.transformToString("utf-8");
    },

    async getBytes(key: string): Promise<Buffer> {
      onRequest("read");
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error(`object ${key} has no body`);
      return Buffer.from(await Body.transformToByteArray());
    },

    /** Part of an object; null if the object does not exist or ends before `offset`. */
    async getRange(key: string, offset: number, length: number): Promise<Buffer | null> {
      onRequest("read");
      try {
        const Range = `bytes=${offset}-${offset + length - 1}`;
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (isAbsent(error) || statusOf(error) === RANGE_NOT_SATISFIABLE) return null;
        throw error;
      }
    },

    async exists(key: string): Promise<boolean> {
      onRequest("read");
      try {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return true;
      } catch (error) {
        if (isAbsent(error)) return false;
        throw error;
      }
    },

    /** Removing an object that does not exist succeeds. */
    async remove(key: string): Promise<void> {
      onRequest("write");
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    /** The first keys that begin with `prefix`, at most as many as one `removeAll` accepts. */
    async list(prefix: string): Promise<string[]> {
      onRequest("write");
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: MAX_REMOVED }),
      );
      return Contents.flatMap(({ Key }) => Key ?? []);
    },

    /** @throws Error if any object was not removed */
    async removeAll(keys: readonly string[]): Promise<void> {
      onRequest("write");
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({
          Bucket: bucket,
          Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
        }),
      );
      if (Errors.length > 0)
        throw new Error(`${Errors.length} objects were not removed: ${Errors[0]?.Code ?? "no reason given"}`);
    },

    /**
     * Streams `chunks` into a file to download, without holding all of it in memory. If it throws, nothing
     * is stored.
     */
    async putFile(
      key: string,
      chunks: AsyncIterable<string | Uint8Array>,
      file: DownloadFile,
    ): Promise<void> {
      onRequest("write");
      const upload = new Upload({
        client,
        params: {
          Bucket: bucket,
          Key: key,
          Body: Readable.from(chunks, { objectMode: false }),
          ContentType: file.contentType,
          ContentDisposition: `attachment; filename="${file.name}"`,
        },
      });
      await upload.done();
    },

    /**
     * A temporary link that lets anyone who has it read the object.
     *
     * @param isHead for a HEAD request, which a link for GET refuses
     */
    signLink: (key: string, expiresInSeconds: number, isHead = false): Promise<string> => {
      const object = { Bucket: bucket, Key: key };
      const command = isHead ? new HeadObjectCommand(object) : new GetObjectCommand(object);
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds });
    },
  };
};

export type Objects = ReturnType<typeof createObjects>;
