/**
 * Upload forms, checked as S3 does: the object store on this machine checks neither the policy nor the
 * signature of a form, and listens on loopback only.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { MAX_FILE_BYTES } from "../../src/contract/flows/uploads.ts";
import { clientSettings } from "../emulators/endpoints.ts";
import { splitTarget } from "./event.ts";

const PREFIX = "/storage-uploads/";
/** Limit for the fields of a form with their separators. */
const MAX_FIELDS_BYTES = 64 * 1024;

/** Why a form is rejected, in S3's words. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Condition = Readonly<Record<string, string>> | readonly [string, string | number, string | number];

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly Condition[];
}

interface UploadsOptions {
  /** Where the object store listens on this machine. */
  readonly s3: string;
  /** URL of the forms that functions sign. */
  readonly formsTo?: string;
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** An API response that contains a form. */
interface FormAnswer {
  readonly data?: { readonly url?: unknown; readonly fields?: { readonly Policy?: unknown } };
}

const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // Still read to the end: a client that is cut off while sending never sees the response.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes)
    throw new Refused(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
  return Buffer.concat(chunks);
};

const readForm = async (request: IncomingMessage, maxBytes: number): Promise<FormData> => {
  const body = await readBody(request, maxBytes + MAX_FIELDS_BYTES);
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw new Refused(400, "MalformedPOSTRequest", "The body is not well-formed multipart/form-data.");
  });
};

/** Fields that a policy need not name, as in S3. */
const FREE_FIELDS: ReadonlySet<string> = new Set([
  "policy",
  "file",
  "x-amz-signature",
  "awsaccesskeyid",
  "signature",
]);
const IGNORED = /^x-ignore-/;

/** The fields that a policy's conditions are about. */
const namedIn = ({ conditions }: Policy): ReadonlySet<string> =>
  new Set(
    conditions
      .flatMap((condition) =>
        Array.isArray(condition) ? [String(condition[1]).replace(/^\$/, "")] : Object.keys(condition),
      )
      .map((name) => name.toLowerCase()),
  );

/** Whether a form meets a condition of its policy. */
const holds = (condition: Condition, fieldOf: (name: string) => string, size: number): boolean => {
  if (!Array.isArray(condition))
    return Object.entries(condition).every(([name, wanted]) => name === "bucket" || fieldOf(name) === wanted);
  const [operator, first, second] = condition as [string, string | number, string | number];
  if (operator === "content-length-range") {
    if (size > Number(second))
      throw new Refused(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
    if (size < Number(first))
      throw new Refused(
        400,
        "EntityTooSmall",
        "Your proposed upload is smaller than the minimum allowed size",
      );
    return true;
  }
  const value = fieldOf(String(first).replace(/^\$/, ""));
  return operator === "eq" ? value === second : value.startsWith(String(second));
};

const answerRefused = (response: ServerResponse, error: unknown): void => {
  const { status, code, message } =
    error instanceof Refused ? error : new Refused(500, "InternalError", "The file could not be stored.");
  response
    .writeHead(status, { "content-type": "application/xml", connection: "close" })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    );
};

export const createUploadForms = ({ s3, formsTo = s3, secret, now = Date.now }: UploadsOptions) => {
  const client = new S3Client({ ...clientSettings(s3), forcePathStyle: true });
  const sign = (bucket: string, policy: string): string =>
    createHmac("sha256", secret).update(`${bucket}\n${policy}`).digest("base64url");
  /** Objects being stored: a form sent twice concurrently is accepted once. */
  const arriving = new Set<string>();

  const checkPolicy = (form: FormData, file: File, bucket: string, signature: string): void => {
    const fields = new Map([...form].map(([name, value]) => [name.toLowerCase(), String(value)]));
    const text = fields.get("policy") ?? "";
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(bucket, text))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Refused(403, "SignatureDoesNotMatch", "The form's signature is not valid.");
    const policy = JSON.parse(Buffer.from(text, "base64").toString()) as Policy;
    if (Date.parse(policy.expiration) <= now())
      throw new Refused(403, "AccessDenied", "Invalid according to Policy: Policy expired.");
    const named = namedIn(policy);
    const extra = [...fields.keys()].filter(
      (name) => !named.has(name) && !FREE_FIELDS.has(name) && !IGNORED.test(name),
    );
    if (extra.length > 0)
      throw new Refused(
        403,
        "AccessDenied",
        "Invalid according to Policy: Extra input fields. The form may only hold what its policy names.",
      );
    const fieldOf = (name: string) => fields.get(name.toLowerCase()) ?? "";
    if (!policy.conditions.every((condition) => holds(condition, fieldOf, file.size)))
      throw new Refused(403, "AccessDenied", "Invalid according to Policy: Policy Condition failed.");
  };

  const put = async (Bucket: string, Key: string, file: File, contentType: string): Promise<void> => {
    const path = `/${Bucket}/${Key.split("/").map(encodeURIComponent).join("/")}`;
    const once = new Refused(412, "PreconditionFailed", "This form has already been used.");
    if (arriving.has(path)) throw once;
    arriving.add(path);
    try {
      if ((await fetch(s3 + path, { method: "HEAD" })).ok) throw once;
      // Large files in parts: the local object store accepts 11 MB at once.
      const params = { Bucket, Key, Body: Buffer.from(await file.arrayBuffer()), ContentType: contentType };
      await new Upload({ client, params }).done();
    } finally {
      arriving.delete(path);
    }
  };

  const take = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const [bucket = "", signature = ""] = path.slice(PREFIX.length).split("/");
    const form = await readForm(request, MAX_FILE_BYTES);
    const file = form.get("file");
    if (!(file instanceof File))
      throw new Refused(400, "InvalidArgument", "POST requires exactly one file upload per request.");
    checkPolicy(form, file, bucket, signature);
    await put(bucket, String(form.get("key")), file, String(form.get("Content-Type")));
    response.writeHead(204).end();
  };

  return {
    /** Rewrites the form in a response to the service's own URL. */
    publishForms(text: string, origin: string): string {
      if (!text.includes('"Policy"') || !text.includes(formsTo)) return text;
      const answer = JSON.parse(text) as FormAnswer;
      const { url, fields } = answer.data ?? {};
      if (typeof url !== "string" || typeof fields?.Policy !== "string" || !url.startsWith(formsTo))
        return text;
      const bucket = new URL(url).pathname.split("/")[1] ?? "";
      const here = `${origin}${PREFIX}${bucket}/${sign(bucket, fields.Policy)}`;
      return JSON.stringify({ ...answer, data: { ...answer.data, url: here } });
    },

    /** Returns whether the request was for an upload. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      const [path] = splitTarget(request.url ?? "/");
      if (!path.startsWith(PREFIX)) return false;
      if (request.method !== "POST") response.writeHead(405, { allow: "POST" }).end();
      else take(request, response, path).catch((error: unknown) => answerRefused(response, error));
      return true;
    },
  };
};
