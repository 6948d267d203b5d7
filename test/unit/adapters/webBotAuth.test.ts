import { createPrivateKey, createPublicKey, verify } from "node:crypto";
import { describe, expect, it, jest } from "@jest/globals";
import { isSignedBy } from "../../../scripts/rehearse/webBotAuth.ts";
import { addVersion, deriveKeys } from "../../../src/adapters/keyring.ts";
import { createServiceSecret, SECRET_KEPT_MS } from "../../../src/adapters/serviceSecret.ts";
import {
  signComponents,
  signingKeysOf,
  signRequest,
  writeDirectory,
} from "../../../src/adapters/webBotAuth.ts";

const AGENT = "https://bot.example";
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const keysOf = (secret: string, nowMs = NOW) => signingKeysOf(deriveKeys(secret, "web-bot-auth", nowMs));

describe("request signatures", () => {
  it("match the example of RFC 9421, B.2.6", () => {
    const privateKey = createPrivateKey(`-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----`);
    const { input, signature } = signComponents(
      privateKey,
      [
        ['"date"', "Tue, 20 Apr 2021 02:07:55 GMT"],
        ['"@method"', "POST"],
        ['"@path"', "/foo"],
        ['"@authority"', "example.com"],
        ['"content-type"', "application/json"],
        ['"content-length"', "18"],
      ],
      [
        ["created", 1618884473],
        ["keyid", "test-key-ed25519"],
      ],
    );
    expect(input).toBe(
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    );
    expect(signature).toBe(
      ":wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:",
    );
  });

  it("can be verified by the site they are for, and by no other", async () => {
    const { current } = keysOf("a secret of this stage");
    const headers = signRequest(current, AGENT, new URL("https://Shop.example:443/list?page=2"), NOW);
    expect(headers["signature-agent"]).toBe('"https://bot.example"');
    expect(headers["signature-input"]).toMatch(/;tag="web-bot-auth"$/);
    expect(await isSignedBy(current.jwk, "https://shop.example/list?page=2", headers)).toBe(true);
    expect(await isSignedBy(current.jwk, "https://other.example/list?page=2", headers)).toBe(false);
    const forged = { ...headers, "signature-agent": '"https://evil.example"' };
    expect(await isSignedBy(current.jwk, "https://shop.example/list?page=2", forged)).toBe(false);
  });

  it("include a non-default port", async () => {
    const { current } = keysOf("a secret of this stage");
    const headers = signRequest(current, AGENT, new URL("http://shop.example:8080/"), NOW);
    expect(await isSignedBy(current.jwk, "http://shop.example:8080/", headers)).toBe(true);
  });

  it.each([
    ["half a minute behind", -29_000, true],
    ["almost five minutes ahead", 299_000, true],
    ["a minute behind", -60_000, false],
    ["six minutes ahead", 360_000, false],
  ])("are checked by a site whose clock is %s", async (_skew, skewMs, isValid) => {
    const { current } = keysOf("a secret of this stage");
    const headers = signRequest(current, AGENT, new URL("https://shop.example/"), NOW);
    const clock = jest.spyOn(Date, "now").mockReturnValue(NOW + skewMs);
    try {
      expect(await isSignedBy(current.jwk, "https://shop.example/", headers)).toBe(isValid);
    } finally {
      clock.mockRestore();
    }
  });

  it("use a new key only after the directory has published it for a while", () => {
    const before = keysOf("first secret");
    const rotated = addVersion("first secret", "second secret", NOW + 600_000);
    const pending = keysOf(rotated);
    expect(pending.current.keyId).toBe(before.current.keyId);
    expect(pending.all.map(({ keyId }) => keyId)).toContain(before.current.keyId);
    expect(pending.all).toHaveLength(2);
    const after = keysOf(rotated, NOW + 600_001);
    expect(after.current.keyId).not.toBe(before.current.keyId);
    expect(pending.all.map(({ keyId }) => keyId)).toContain(after.current.keyId);
  });
});

describe("a key that is removed while runs are in progress", () => {
  const ROTATED = addVersion("first secret", "second secret", NOW);
  const open = (read: () => Promise<string>) => {
    let nowMs = NOW;
    const secret = createServiceSecret(read, () => nowMs);
    return {
      keys: async () => signingKeysOf(await secret.keysFor("web-bot-auth")),
      wait: (ms: number) => {
        nowMs += ms;
      },
    };
  };

  it("signs for five minutes at most, then the remaining key does", async () => {
    let stored = ROTATED;
    const worker = open(async () => stored);
    const removed = (await worker.keys()).current.keyId;
    stored = "first secret";
    expect((await worker.keys()).current.keyId).toBe(removed);
    worker.wait(SECRET_KEPT_MS + 1);
    const { current, all } = await worker.keys();
    expect(current.keyId).toBe(keysOf("first secret").current.keyId);
    const { text } = writeDirectory(all, AGENT, NOW);
    expect(text).not.toContain(removed);
    const headers = signRequest(current, AGENT, new URL("https://shop.example/"), Date.now());
    expect(await isSignedBy(current.jwk, "https://shop.example/", headers)).toBe(true);
  });

  it("does not fail them if the whole secret is gone: they sign with what they know", async () => {
    let isGone = false;
    const worker = open(async () => {
      if (isGone) throw new Error("ResourceNotFoundException");
      return ROTATED;
    });
    const known = (await worker.keys()).current.keyId;
    isGone = true;
    worker.wait(SECRET_KEPT_MS + 1);
    expect((await worker.keys()).current.keyId).toBe(known);
  });
});

describe("the key directory", () => {
  it("lists the public keys, and is signed with each of them", () => {
    const rotated = addVersion("first secret", "second secret", NOW);
    const { all } = keysOf(rotated);
    const { text, headers } = writeDirectory(all, AGENT, NOW);
    const { keys } = JSON.parse(text);
    expect(keys).toEqual(all.map(({ jwk, keyId }) => ({ ...jwk, kid: keyId, use: "sig" })));
    expect(text).not.toMatch(/"d"/);
    for (const [at, { jwk }] of all.entries()) {
      const [, input = ""] = new RegExp(`binding${at}=(\\([^,]*)`).exec(headers["signature-input"]) ?? [];
      const [, signature = ""] = new RegExp(`binding${at}=:([^:]*):`).exec(headers.signature) ?? [];
      const base = `"@authority";req: bot.example\n"@signature-params": ${input}`;
      const key = createPublicKey({ key: jwk as never, format: "jwk" });
      expect(verify(null, Buffer.from(base), key, Buffer.from(signature, "base64"))).toBe(true);
    }
  });
});
