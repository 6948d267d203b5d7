import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { SignatureV4 } from "@smithy/signature-v4";
import { createBucketPlace, type SendRequest } from "../../../src/adapters/bucketPlace.ts";

const KEY = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };

/** The hash that the SDK's signer asks for. */
class Sha256 {
  readonly #hash;
  constructor(secret?: Parameters<typeof createHmac>[1]) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret);
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

/** The `Authorization` header that the AWS SDK's own signer makes of a request. */
const signedBySdk = async (url: string, { method, headers, body }: Parameters<SendRequest>[1]) => {
  const { hostname, port, pathname, protocol } = new URL(url);
  const signer = new SignatureV4({
    credentials: KEY,
    region: "eu-west-1",
    service: "s3",
    sha256: Sha256 as never,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const { authorization: _, ...unsigned } = headers;
  const at = headers["x-amz-date"]?.replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
  const signed = await signer.sign(
    {
      method,
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path: pathname,
      query: {},
      headers: { ...unsigned, host: port ? `${hostname}:${port}` : hostname },
      body,
    },
    // S3 asks for the host and `x-amz-` headers alone.
    { signingDate: new Date(at ?? ""), unsignableHeaders: new Set(["content-type"]) },
  );
  return signed.headers.authorization;
};

const bucketAt = (endpoint: string | undefined, send: SendRequest) =>
  createBucketPlace(
    { endpoint, region: "eu-west-1", bucket: "lake", prefix: "raw", readKey: async () => KEY },
    send,
  );

const answer = (status: number, body = "", isPublic = true): Awaited<ReturnType<SendRequest>> => ({
  status,
  headers: {},
  body: Buffer.from(body),
  isPublic,
});

describe("an S3 bucket", () => {
  it.each([undefined, "http://127.0.0.1:9000"])(
    "gets requests signed exactly as the AWS SDK signs them, at %s",
    async (endpoint) => {
      const sent: [string, Parameters<SendRequest>[1]][] = [];
      const bucket = bucketAt(endpoint, async (url, request) => {
        sent.push([url, request]);
        return answer(200);
      });
      await bucket.put("flow-1/items/run 1/ä+(1).csv", Buffer.from("title\r\nسوق\r\n"), "text/csv");
      await bucket.get("flow-1/items/run 1/manifest.json");
      expect(sent.length).toBe(2);
      for (const [url, request] of sent)
        expect(request.headers.authorization).toBe(await signedBySdk(url, request));
    },
  );

  it("says what to do about S3's own error codes, and shows other codes only from a public address", async () => {
    const put = (given: Awaited<ReturnType<SendRequest>>) =>
      bucketAt(undefined, async () => given).put("a", Buffer.from("b"), "text/csv");
    const denied = answer(403, "<Error><Code>AccessDenied</Code></Error>", false);
    await expect(put(denied)).rejects.toMatchObject({
      message:
        "The bucket answered 403 AccessDenied. The key or role may not do this. Allow it s3:PutObject on the bucket.",
      reply: null,
    });
    const other = answer(403, "<Error><Code>Canary</Code></Error>");
    await expect(put(other)).rejects.toThrow(
      "The bucket answered 403 Canary. The key or role may not do this",
    );
    await expect(put({ ...other, isPublic: false })).rejects.toThrow("The bucket answered 403. The key");
  });

  it("treats 404 as a missing file", async () => {
    expect(await bucketAt(undefined, async () => answer(404)).get("a")).toBeNull();
  });
});
