/** Signed requests through the whole service: what a site sees, checked by the directory that the service publishes. */
import type { JsonWebKey } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { isSignedBy } from "../../scripts/rehearse/webBotAuth.ts";
import { apiAs, endOfRun } from "../helpers/api.ts";
import { type EchoSite, startEchoSite } from "../helpers/echoSite.ts";
import { type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";

const AGENT = "https://bot.example";
const DIRECTORY = "/.well-known/http-message-signatures-directory";

let site: EchoSite;
let other: EchoSite;
let runner: ReturnType<typeof spawnRunner>;
let service: StartedService;
beforeAll(async () => {
  other = await startEchoSite(() => ({ body: "<h1>Landed</h1>" }));
  site = await startEchoSite((path) => {
    if (path === "/robots.txt") return undefined;
    if (path === "/away") return { status: 302, headers: { location: `${other.url}/landed` } };
    return { body: "<h1>Kettle</h1>" };
  });
  const allowed = `127.0.0.1:${site.port},127.0.0.1:${other.port}`;
  runner = spawnRunner(["--in-memory", "--table", "embedded", "--allow-private", allowed], {
    SIGNATURE_AGENT: AGENT,
  });
  service = await runner.started;
}, 180_000);
afterAll(async () => {
  await runner.end("SIGTERM");
  await site.stop();
  await other.stop();
});
beforeEach(() => {
  site.seen.length = 0;
  other.seen.length = 0;
});

type PublishedKey = JsonWebKey & { readonly kid: string };
const publishedKeys = async (): Promise<readonly PublishedKey[]> => {
  const response = await fetch(service.url + DIRECTORY);
  expect(response.headers.get("content-type")).toBe("application/http-message-signatures-directory+json");
  return ((await response.json()) as { readonly keys: readonly PublishedKey[] }).keys;
};

/** Whether a site that fetches the directory would recognise its request for a path. */
const isRecognised = async (
  { url, headersOf }: EchoSite,
  path: string,
  keys: readonly PublishedKey[],
): Promise<boolean> => {
  const headers = headersOf(path) ?? {};
  const key = keys.find(({ kid }) => String(headers["signature-input"]).includes(`;keyid="${kid}"`));
  return (
    key !== undefined && headers["signature-agent"] === `"${AGENT}"` && (await isSignedBy(key, url, headers))
  );
};

describe("a service with a public address for its keys", () => {
  it.each(["static", "browser"])(
    "signs pages, robots.txt and what follows a redirect, each for its own site (%s)",
    async (render) => {
      const api = apiAs(service.apiKey, { service });
      const { body } = await api.post("/flows", {
        name: "Signed",
        mode: "extract",
        url: `${site.url}/away`,
        render,
        steps: [{ type: "extract", fields: ["title: h1"] }],
      });
      const done = await endOfRun(api, (await api.post("/runs", { flowId: body.data.id })).body.data.id);
      expect(done).toMatchObject({ status: "completed", outputPreview: [{ title: "Landed" }] });
      const keys = await publishedKeys();
      expect(keys).toHaveLength(1);
      expect(keys[0]).toMatchObject({ kty: "OKP", crv: "Ed25519", use: "sig" });
      expect(keys[0]).not.toHaveProperty("d");
      expect(await isRecognised(site, "/robots.txt", keys)).toBe(true);
      expect(await isRecognised(site, "/away", keys)).toBe(true);
      expect(await isRecognised(other, "/landed", keys)).toBe(true);
      // A signature is for one site only.
      expect(await isRecognised({ ...other, headersOf: site.headersOf }, "/away", keys)).toBe(false);
    },
    180_000,
  );
});
