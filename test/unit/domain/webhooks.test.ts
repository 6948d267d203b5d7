import { describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { onlyKey } from "../../../src/adapters/keyring.ts";
import { createSeals } from "../../../src/adapters/seal.ts";
import { CreateWebhook } from "../../../src/contract/deliveries/webhooks.ts";
import { ATTEMPT_WAITS_MS, waitBeforeNext } from "../../../src/domain/outbox/schedule.ts";
import { makeSecret } from "../../../src/domain/shared/webhookSecret.ts";
import { signedHeaders } from "../../../src/domain/webhooks/signature.ts";

describe("the signature of a delivery", () => {
  it("matches the Standard Webhooks test vector", () => {
    const headers = signedHeaders(
      ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      "msg_p5jXN8AQM9LWM0D4loKWxJek",
      '{"test": 2432232314}',
      1_614_265_330_000,
    );
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  const body = '{"type":"run.completed","data":{"name":"Bücher 📚"}}';

  it.each([makeSecret(), "whsec_c2VjcmV0", "plain text, no spaces".replaceAll(" ", "-"), "whsec_not*base64"])(
    "is verified by the official library with the secret as given: %s",
    (secret) => {
      const headers = signedHeaders([secret], "evt-1", body, Date.now());
      const isRaw = !/^whsec_[\w+/]+=*$/.test(secret);
      const receiver = isRaw ? new Webhook(secret, { format: "raw" }) : new Webhook(secret);
      expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => receiver.verify(`${body} `, headers)).toThrow();
    },
  );

  it("is made with each secret, so that a receiver may use either", () => {
    const [old, fresh] = [makeSecret(), makeSecret()];
    const headers = signedHeaders([fresh, old], "evt-1", body, Date.now());
    for (const secret of [old, fresh]) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
    expect(() => new Webhook(makeSecret()).verify(body, headers)).toThrow();
  });
});

describe("a webhook secret chosen by the user", () => {
  const parse = (secret: string) =>
    CreateWebhook.safeParse({ url: "https://hooks.example/", events: ["run.failed"], secret }).success;

  it("is refused if a signing library could not use it unchanged", () => {
    expect(["s", "my-secret", "whsec_c2VjcmV0"].map(parse)).toEqual([true, true, true]);
    expect(["", "with space", "ключ", "x".repeat(257)].map(parse)).toEqual([false, false, false, false]);
  });
});

describe("the delivery schedule", () => {
  const failed = { httpStatus: 500, retryAfter: null };
  const now = Date.parse("2026-11-21T06:00:00.000Z");

  it("is now, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then no more", () => {
    const seconds = ATTEMPT_WAITS_MS.map((_, made) => (waitBeforeNext(made, failed, now, 0) ?? 0) / 1000);
    expect(seconds).toEqual([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(waitBeforeNext(10, failed, now, 0)).toBeNull();
  });

  it("spreads retries by up to a tenth", () => {
    expect(waitBeforeNext(2, failed, now, 0.999)).toBeGreaterThan(329_000);
    expect(waitBeforeNext(2, failed, now, 0.999)).toBeLessThanOrEqual(330_000);
  });

  it.each([
    [429, "120", 120_000],
    [503, "Sat, 21 Nov 2026 07:00:00 GMT", 3_600_000],
    [503, "1", 5_000],
    [429, "999999999", 86_400_000],
    [429, "soon", 5_000],
    [500, "120", 5_000],
  ])("after %i with Retry-After %s waits %i ms", (httpStatus, retryAfter, expected) => {
    expect(waitBeforeNext(1, { httpStatus, retryAfter }, now, 0)).toBe(expected);
  });
});

describe("an encrypted secret", () => {
  const seals = createSeals(async () => onlyKey(Buffer.alloc(32, 7)));
  const owner = { accountId: "acct-1", recordId: "wh-1" };

  it("can be decrypted for its own record only, and never after a change", async () => {
    const sealed = await seals.seal("s3cret", owner);
    expect(sealed).not.toContain("s3cret");
    expect(await seals.open(sealed, owner)).toBe("s3cret");
    expect(await seals.seal("s3cret", owner)).not.toBe(sealed);
    for (const other of [
      { ...owner, accountId: "acct-2" },
      { ...owner, recordId: "wh-2" },
    ])
      await expect(seals.open(sealed, other)).rejects.toThrow();
    const flipped = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
    await expect(seals.open(flipped, owner)).rejects.toThrow();
    await expect(createSeals(async () => onlyKey(Buffer.alloc(32, 8))).open(sealed, owner)).rejects.toThrow();
  });
});
