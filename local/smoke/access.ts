import { type Check, ensure, expectError, expectSuccess, read, succeed } from "./check.ts";

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
    title: "an unknown route answers 404, a known one with another method 405",
    run: async ({ api }) => {
      expectError(await api.call("GET", "/no-such-route"), 404, "not-found");
      expectError(await api.call("DELETE", "/health"), 405, "method-not-allowed");
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
