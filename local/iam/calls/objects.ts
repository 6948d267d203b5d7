/**
 * The IAM calls of a request to S3.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
import { contextOf } from "../patterns.ts";
import type { Call } from "../policy.ts";

export interface ObjectRequest {
  readonly method: string;
  /** Path and query, starting with the bucket: `/bucket/key?list-type=2`. */
  readonly url: string;
  readonly copySource?: string | undefined;
  /** Only for requests whose body names the objects: deleting many, and forms. */
  readonly body?: string | undefined;
}

const objectArn = (bucket: string, key: string): string => `arn:aws:s3:::${bucket}/${key}`;

const call = (action: string, resource: string, context: Call["context"] = new Map()): Call => ({
  action: `s3:${action}`,
  resource,
  context,
});

const listAction = (query: URLSearchParams): string => {
  if (query.has("uploads")) return "ListBucketMultipartUploads";
  return query.has("versions") ? "ListBucketVersions" : "ListBucket";
};

const listCall = (bucket: string, query: URLSearchParams): Call =>
  call(
    listAction(query),
    `arn:aws:s3:::${bucket}`,
    contextOf({
      "s3:prefix": query.get("prefix") ?? undefined,
      "s3:delimiter": query.get("delimiter") ?? undefined,
      "s3:max-keys": query.get("max-keys") ?? undefined,
    }),
  );

const decodeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|(lt|gt|quot|apos|amp));/g, (_, code: string | undefined, name: string) =>
    code === undefined
      ? ({ lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" }[name] ?? "")
      : String.fromCodePoint(Number(code)),
  );

const keysToRemove = (body: string): readonly string[] =>
  [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => decodeXml(key));

/** A field of an upload form. */
export const formField = (body: string, name: string): string | undefined =>
  new RegExp(`name="${name}"(?:\\r\\n[^\\r\\n]+)*\\r\\n\\r\\n([^\\r\\n]*)`, "i").exec(body)?.[1];

/** Whether the body names the request's objects. */
export const namesObjectsInBody = (method: string, url: string): boolean =>
  method === "POST" && !/[?&]upload(?:s|Id)\b/.test(url);

const readAction = (query: URLSearchParams): string => {
  if (query.has("uploadId")) return "ListMultipartUploadParts";
  if (query.has("tagging")) return "GetObjectTagging";
  if (query.has("acl")) return "GetObjectAcl";
  return query.has("versionId") ? "GetObjectVersion" : "GetObject";
};

const removeAction = (query: URLSearchParams): string => {
  if (query.has("uploadId")) return "AbortMultipartUpload";
  return query.has("versionId") ? "DeleteObjectVersion" : "DeleteObject";
};

const writeCalls = (arn: string, copySource: string | undefined): readonly Call[] => {
  const source = copySource === undefined ? undefined : decodeURIComponent(copySource).replace(/^\//, "");
  return [
    call("PutObject", arn),
    ...(source === undefined ? [] : [call("GetObject", `arn:aws:s3:::${source.replace(/\?.*$/, "")}`)]),
  ];
};

const bucketCalls = (
  { method, body = "" }: ObjectRequest,
  bucket: string,
  query: URLSearchParams,
): readonly Call[] => {
  if (method === "GET" || method === "HEAD") return [listCall(bucket, query)];
  if (method === "POST" && query.has("delete"))
    return keysToRemove(body).map((key) => call("DeleteObject", objectArn(bucket, key)));
  if (method === "POST") return [call("PutObject", objectArn(bucket, formField(body, "key") ?? ""))];
  return [call(method === "PUT" ? "CreateBucket" : "DeleteBucket", `arn:aws:s3:::${bucket}`)];
};

export const objectCalls = (request: ObjectRequest): readonly Call[] => {
  const { pathname, searchParams: query } = new URL(request.url, "http://localhost");
  const [, bucket = "", encodedKey = ""] = /^\/([^/]*)\/?(.*)$/s.exec(pathname) ?? [];
  if (encodedKey === "") return bucketCalls(request, bucket, query);
  const arn = objectArn(bucket, decodeURIComponent(encodedKey));
  if (request.method === "GET" || request.method === "HEAD") return [call(readAction(query), arn)];
  if (request.method === "DELETE") return [call(removeAction(query), arn)];
  return writeCalls(arn, request.copySource);
};

/** The permission that a role needs, besides the object's own, to learn that an object does not exist. */
export const listingCall = (url: string): Call =>
  listCall(/^\/([^/?]*)/.exec(url)?.[1] ?? "", new URLSearchParams());
