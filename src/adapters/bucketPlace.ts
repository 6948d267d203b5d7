import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { PlaceError } from "../contract/placeError.ts";

/** An S3-compatible bucket, and where the key to it comes from. */
interface Bucket {
  /** Absent: AWS. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly prefix?: string | undefined;
  /** Asked for before each request. @throws PlaceError */
  readonly readKey: () => Promise<BucketKey>;
}

export interface BucketKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary keys. */
  readonly sessionToken?: string | undefined;
}

interface Sent {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the answer may be shown. */
  readonly isPublic: boolean;
}

/** Sends a request through the egress. @throws PlaceError if there is no answer */
export type SendRequest = (url: string, request: Sent) => Promise<Answer>;

const NOT_FOUND = 404;
const EXCERPT_CHARS = 500;

const HINTS: Readonly<Record<number, string>> = {
  301: "The bucket is in another region.",
  403: "The key or role may not do this, or is wrong.",
  404: "There is no such bucket.",
};

/** Codes that say more than the status, and what to do about them. */
const HINTS_BY_CODE: Readonly<Record<string, string>> = {
  AccessDenied: "The key or role may not do this. Allow it s3:PutObject on the bucket.",
  AuthorizationHeaderMalformed: "The bucket is in another region. Set region.",
  ExpiredToken: "The role's keys have expired. Deliveries are tried again.",
  InvalidAccessKeyId: "There is no such access key. Check accessKeyId and endpoint.",
  NoSuchBucket: "There is no such bucket. Check bucket and endpoint, or create it.",
  PermanentRedirect: "The bucket is in another region. Set region.",
  QuotaExceeded: "The bucket is full. Raise its quota or remove files.",
  RequestTimeTooSkewed: "The clocks of the service and the bucket differ by more than 15 minutes. Set them.",
  SignatureDoesNotMatch: "The secret key does not belong to this access key. Send secretAccessKey again.",
};

/** What S3 names as the reason, such as `AccessDenied`. */
const codeIn = (body: string): string | null => /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? null;

const sha256Of = (body: Buffer | string): string => createHash("sha256").update(body).digest("hex");

/** As S3 encodes paths when it checks a signature: stricter than `encodeURIComponent`. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const encodePath = (path: string): string => path.split("/").map(encodeName).join("/");

/** Signs requests with AWS Signature Version 4, the hash of the body included. */
export const createBucketPlace = (bucket: Bucket, send: SendRequest) => {
  const origin = bucket.endpoint ?? `https://s3.${bucket.region}.amazonaws.com`;
  const folder = bucket.prefix ? `${bucket.prefix}/` : "";
  const urlOf = (path: string): string =>
    `${origin.replace(/\/+$/, "")}/${bucket.bucket}/${encodePath(folder + path)}`;

  const request = async (
    method: Sent["method"],
    path: string,
    body?: Buffer,
    contentType?: string,
  ): Promise<Answer> => {
    const key = await bucket.readKey();
    const signer = new AwsV4Signer({
      method,
      url: urlOf(path),
      headers: {
        "x-amz-content-sha256": sha256Of(body ?? ""),
        ...(contentType !== undefined && { "content-type": contentType }),
      },
      ...(body && { body: new Uint8Array(body) }),
      accessKeyId: key.accessKeyId,
      secretAccessKey: key.secretAccessKey,
      ...(key.sessionToken !== undefined && { sessionToken: key.sessionToken }),
      service: "s3",
      region: bucket.region,
    });
    const { headers } = await signer.sign();
    // The connection sets its own.
    headers.delete("host");
    return send(urlOf(path), { method, headers: Object.fromEntries(headers), ...(body && { body }) });
  };

  const refuse = ({ status, headers, body, isPublic }: Answer): PlaceError => {
    const text = body.toString("utf8").slice(0, EXCERPT_CHARS);
    const code = codeIn(text);
    const known = code === null ? undefined : HINTS_BY_CODE[code];
    // S3's own codes reveal nothing of a private host; whatever else it answers stays there.
    const reason = isPublic || known !== undefined ? code : null;
    const hint = known ?? HINTS[status] ?? "Deliveries are tried again.";
    return new PlaceError(
      "bucket-refused",
      `The bucket answered ${status}${reason === null ? "" : ` ${reason}`}. ${hint}`,
      {
        httpStatus: status,
        reply: isPublic ? text : null,
        retryAfter: headers["retry-after"] ?? null,
      },
    );
  };

  const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

  return {
    async put(path: string, body: Buffer, contentType: string): Promise<void> {
      const answer = await request("PUT", path, body, contentType);
      if (!isSuccess(answer)) throw refuse(answer);
    },

    async get(path: string): Promise<Buffer | null> {
      const answer = await request("GET", path);
      // S3 answers 403 for a missing object if the key may not list the bucket.
      if (answer.status === NOT_FOUND || answer.status === 403) return null;
      if (!isSuccess(answer)) throw refuse(answer);
      return answer.body;
    },

    /** A key that may only write leaves the file where it is. */
    async remove(path: string): Promise<void> {
      const answer = await request("DELETE", path);
      if (!isSuccess(answer) && answer.status !== NOT_FOUND && answer.status !== 403) throw refuse(answer);
    },
  };
};
