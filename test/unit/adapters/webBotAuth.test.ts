import { createPrivateKey, createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { addVersion, deriveKeys } from "../../../src/adapters/keyring.ts";
import {
  signComponents,
  signingKeysOf,
  signRequest,
  writeDirectory,
} from "../../../src/adapters/webBotAuth.ts";

const AGENT = "https://bot.example";
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const keysOf = (secret: string, nowMs = NOW) => signingKeysOf(deriveKeys(secret, "web-bot-auth", nowMs));

/** Verifies a request as a site does: with the base of RFC 9421 2.5, from what it received. */
const verifies = (
  url: string,
  headers: Readonly<Record<string, string>>,
  { jwk }: { readonly jwk: object },
): boolean => {
  const [, parameters = ""] = /^sig1=(.*)$/.exec(headers["signature-input"] ?? "") ?? [];
  const [, signature = ""] = /^sig1=:(.*):$/.exec(headers.signature ?? "") ?? [];
  const base = [
    `"@authority": ${new URL(url).host}`,
    `"signature-agent": ${headers["signature-agent"]}`,
    `"@signature-params": ${parameters}`,
  ].join("\n");
  const key = createPublicKey({ key: jwk as never, format: "jwk" });
  return verify(null, Buffer.from(base), key, Buffer.from(signature, "base64"));
};

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

  it("can be verified by the site they are for, and by no other", () => {
    const { current } = keysOf("a secret of this stage");
    const headers = signRequest(current, AGENT, new URL("https://Shop.example:443/list?page=2"), NOW);
    expect(headers["signature-agent"]).toBe('"https://bot.example"');
    expect(headers["signature-input"]).toMatch(/;tag="web-bot-auth"$/);
    expect(verifies("https://shop.example/list?page=2", headers, current)).toBe(true);
    expect(verifies("https://other.example/list?page=2", headers, current)).toBe(false);
    const forged = { ...headers, "signature-agent": '"https://evil.example"' };
    expect(verifies("https://shop.example/list?page=2", forged, current)).toBe(false);
  });

  it("include a non-default port", () => {
    const { current } = keysOf("a secret of this stage");
    const headers = signRequest(current, AGENT, new URL("http://shop.example:8080/"), NOW);
    expect(verifies("http://shop.example:8080/", headers, current)).toBe(true);
  });

  it("are valid for five minutes, also at sites whose clock is half a minute behind", () => {
    const input = signRequest(keysOf("x").current, AGENT, new URL("https://shop.example/"), NOW)[
      "signature-input"
    ];
    const [, created, expires] = /created=(\d+);expires=(\d+)/.exec(input ?? "") ?? [];
    expect([NOW / 1_000 - Number(created), Number(expires) - NOW / 1_000]).toEqual([30, 300]);
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
