import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { findFreePorts } from "../../local/emulators/ports.ts";
import { spawnRunner } from "../helpers/runnerProcess.ts";

const LIMIT = 5;

describe("an IP address that sends requests without a valid key", () => {
  let runner: ReturnType<typeof spawnRunner>;
  let url: string;
  let apiKey: string;
  beforeAll(async () => {
    const [port] = await findFreePorts(1);
    url = `http://127.0.0.1:${port}`;
    // Behind a proxy, which says whose request it is.
    const args = ["--in-memory", "--enforce-iam", "--port", String(port)];
    runner = spawnRunner([...args, "--public-url", "https://gleaner.example"], {
      ADDRESS_LIMIT: String(LIMIT),
    });
    ({ apiKey } = await runner.started);
  }, 120_000);
  afterAll(() => runner.end("SIGTERM"));

  const ask = (address: string | null, path: string, key: string | null): Promise<Response> =>
    fetch(url + path, {
      headers: {
        ...(address !== null && { "x-forwarded-for": address }),
        ...(key !== null && { "x-api-key": key }),
      },
    });
  const statusOf = async (...asked: Parameters<typeof ask>): Promise<number> => {
    const { status, body } = await ask(...asked);
    await body?.cancel();
    return status;
  };

  it("gets 429 with Retry-After beyond the limit, whatever the operation; other addresses do not", async () => {
    const unknown = `${apiKey.slice(0, -1)}${apiKey.endsWith("A") ? "B" : "A"}`;
    const asks = ["/flows", "/runs", "/account", "/keys", "/webhooks", "/alerts", "/tickets", "/audit"];
    const answers = await Promise.all(
      asks.map((path, index) => ask("203.0.113.7", path, index % 2 === 0 ? null : unknown)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([
      ...Array.from({ length: LIMIT }, () => 401),
      ...Array.from({ length: asks.length - LIMIT }, () => 429),
    ]);
    const refused = answers.find(({ status }) => status === 429);
    const seconds = Number(refused?.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await refused?.json()).toEqual({
      error: {
        code: "rate-limited",
        message: expect.stringContaining(`more than ${LIMIT} requests within a minute`),
        requestId: refused?.headers.get("x-request-id"),
        retryable: true,
      },
    });
    expect(await statusOf("203.0.113.8", "/flows", apiKey)).toBe(200);
    expect(await statusOf("203.0.113.8", "/flows", null)).toBe(401);
  });

  it("is not limited on loopback", async () => {
    for (let i = 0; i < 2 * LIMIT; i += 1) expect(await statusOf(null, "/flows", null)).toBe(401);
  });
});
