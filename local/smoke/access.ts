import { type Check, ensure, expectError, expectInvalid, expectSuccess, read, succeed } from "./check.ts";

/** Has the shape of a key, but its checksum does not match. */
const MISTYPED_KEY = `gl_live_${"0".repeat(30)}zzzzzz`;

export const ACCESS_CHECKS: readonly Check[] = [
  {
    title: "GET /health needs no key and says that every part is there",
    run: async (visit) => {
      const health = await succeed(visit, "getHealth", "/health", { apiKey: null });
      ensure(
        read(health, "status") === "healthy",
        `the service says it is ${String(read(health, "status"))}`,
      );
      return `version ${String(read(health, "version"))}, up for ${Math.round(Number(read(health, "uptime")))} s`;
    },
  },
  {
    title: "a request without a key answers 401",
    run: async ({ api }) =>
      expectError(await api.call("GET", "/flows", { apiKey: null }), 401, "unauthenticated"),
  },
  {
    title: "a malformed and a mistyped key answer 401",
    run: async ({ api }) => {
      for (const apiKey of ["nonsense", MISTYPED_KEY])
        expectError(await api.call("GET", "/flows", { apiKey }), 401, "unauthenticated");
    },
  },
  {
    title: "an unknown route answers 404 in the error body",
    run: async ({ api }) => expectError(await api.call("GET", "/no-such-route"), 404, "not-found"),
  },
  {
    title: "a known route with another method answers 405",
    run: async ({ api }) => expectError(await api.call("DELETE", "/health"), 405, "method-not-allowed"),
  },
  {
    title: "malformed JSON answers 400, another content type 415",
    run: async ({ api }) => {
      expectError(await api.call("POST", "/flows", { body: '{"name":' }), 400, "invalid-request");
      const headers = { "content-type": "text/plain" };
      expectError(await api.call("POST", "/flows", { body: "name", headers }), 415, "unsupported-media-type");
    },
  },
  {
    title: "an authenticated answer carries the rate limit",
    run: async ({ api }) => {
      const { headers } = await api.call("GET", "/flows?limit=1");
      for (const name of ["ratelimit", "ratelimit-policy"])
        ensure(headers.get(name) !== null, `the answer has no ${name} header`);
    },
  },
  {
    title: "an unknown filter, a wrong limit and a foreign cursor answer 400 and are named",
    run: async ({ api }) => {
      expectInvalid(await api.call("GET", "/flows?mode=telepathy"), "mode");
      expectInvalid(await api.call("GET", "/flows?limit=0"), "limit");
      expectInvalid(await api.call("GET", "/flows?colour=red"), "colour");
      expectError(await api.call("GET", "/flows?cursor=made-up"), 400, "invalid-request");
    },
  },
  {
    title: "POST /search finds pages, or says that there is no search engine",
    run: async ({ api }) => {
      const answer = await api.call("POST", "/search", { body: { query: "Gleaner", limit: 1 } });
      const code = read(answer.body, "error", "code");
      if (code === "missing-scope") return "not checked: the key lacks extract:write";
      if (code === undefined) return void expectSuccess("searchWeb", answer);
      expectError(answer, 503, "not-configured");
      const message = String(read(answer.body, "error", "message"));
      ensure(message.includes("no search engine"), message);
      return "there is no search engine";
    },
  },
];
