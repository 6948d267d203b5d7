import { describe, expect, it } from "@jest/globals";
import { checkTarget, createEgress, type EgressRequest } from "../../../src/engine/egress/index.ts";
import { createPost } from "../../../src/runtime/deps/network/post.ts";

const OPENED = ["127.0.0.1:9999"];
const REQUEST = { headers: { "webhook-id": "evt-1" }, body: '{"n":1}', timeoutMs: 15_000 };

const answering = () => {
  const asked: EgressRequest[] = [];
  const egress = {
    check: (url: string) => checkTarget(url, OPENED),
    fetch: async (url: string, request: EgressRequest = {}) => {
      asked.push(request);
      return { url, status: 503, headers: { "retry-after": "7" }, body: Buffer.from("x".repeat(2_000)) };
    },
  };
  return { asked, post: createPost(egress, OPENED) };
};

describe("the webhook sender", () => {
  it("shows the start of a public server's response, but nothing of an allowed private one", async () => {
    const { post } = answering();
    expect(await post("https://hooks.example/", REQUEST)).toEqual({
      httpStatus: 503,
      retryAfter: "7",
      reply: "x".repeat(500),
    });
    expect(await post("http://127.0.0.1:9999/", REQUEST)).toMatchObject({ httpStatus: 503, reply: null });
  });

  it("posts the body unchanged, and follows no redirect", async () => {
    const { post, asked } = answering();
    await post("https://hooks.example/", REQUEST);
    expect(asked).toEqual([expect.objectContaining({ ...REQUEST, method: "POST", maxRedirects: 0 })]);
  });

  it("returns the same error for every name that resolves to a private address, and opens no socket", async () => {
    const names: Record<string, string> = { "a.example": "10.0.0.1", "b.example": "169.254.169.254" };
    const resolve = async (host: string) => [{ address: names[host] ?? "127.0.0.1", family: 4 }];
    const egress = createEgress({ allowPrivate: [], resolve });
    const post = createPost(egress, []);
    const outcomes = await Promise.all(
      ["http://a.example/", "http://b.example:1/", "http://c.example/"].map((url) => post(url, REQUEST)),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ error: { code: "target-refused" } });
    await egress.close();
  });
});
