import { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

/** Told of each request to the object store. */
export type OnObjectRequest = (kind: "read" | "write") => void;

interface DownloadFile {
  readonly name: string;
  readonly contentType: string;
}

/** The object store: what is too large for the table. */
export const createObjects = (bucket: string, onRequest: OnObjectRequest = () => {}) => {
  const client = new S3Client({});
  return {
    async put(key: string, body: string | Buffer, contentType: string): Promise<void> {
      onRequest("write");
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }),
      );
    },

    async getText(key: string): Promise<string> {
      onRequest("read");
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error(`object ${key} has no body`);
      return Body.transformToString("utf-8");
    },

    async exists(key: string): Promise<boolean> {
      onRequest("read");
      try {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    },

    /**
     * Stores what `chunks` yields, without holding it whole, as a file to download. Nothing is stored
     * if it throws.
     */
    async putFile(key: string, chunks: AsyncIterable<string>, file: DownloadFile): Promise<void> {
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

    /** A link that lets anyone who has it read the object for a while. */
    signLink: (key: string, expiresInSeconds: number): Promise<string> =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), {
        expiresIn: expiresInSeconds,
      }),
  };
};

export type Objects = ReturnType<typeof createObjects>;
