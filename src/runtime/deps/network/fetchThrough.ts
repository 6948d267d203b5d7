import type { Egress } from "../../../engine/egress/index.ts";

/** Longest response of an endpoint, in bytes. Models return far less. */
const MAX_ANSWER_BYTES = 1_000_000;

const textOf = (body: RequestInit["body"]): string | undefined => {
  if (body === null || body === undefined) return undefined;
  if (body instanceof URLSearchParams) return body.toString();
  if (typeof body !== "string") throw new TypeError("only text is sent through the egress");
  return body;
};

/** `fetch` for libraries that make their own requests, which all go through the egress. */
export const fetchThrough =
  (egress: Pick<Egress, "fetch">): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const body = textOf(init.body);
    const answer = await egress.fetch(String(input instanceof Request ? input.url : input), {
      method: init.method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body !== undefined && { body }),
      signal: init.signal ?? undefined,
      maxBytes: MAX_ANSWER_BYTES,
      maxRedirects: 0,
    });
    const { "content-encoding": _, "content-length": __, ...headers } = answer.headers;
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers });
  };
