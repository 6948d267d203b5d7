/**
 * Web Bot Auth: requests carry a signature (RFC 9421) whose public key is in a directory that the service publishes, so
 * that sites can identify the sender.
 *
 * @see https://datatracker.ietf.org/doc/draft-meunier-web-bot-auth-architecture/
 * @see https://datatracker.ietf.org/doc/draft-meunier-http-message-signatures-directory/
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import type { Keys } from "./keyring.ts";

/** An Ed25519 public key as JWK (RFC 8037). */
interface PublicJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
}

export interface SigningKey {
  /** The JWK's thumbprint (RFC 7638). */
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly jwk: PublicJwk;
}

/** Of a component of the message: its identifier as RFC 9421 writes it, and its value. */
export type Component = readonly [identifier: string, value: string];

type Parameter = readonly [name: string, value: string | number];

/** How far a site's clock may be behind ours. */
const BACKDATED_S = 30;
/** Long enough for slow ways and clocks, short enough that a stolen signature is of little use. */
const VALID_S = 300;
/** As the draft on the architecture recommends. */
const NONCE_BYTES = 64;

/** What stands before an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

const createSigningKey = (seed: Buffer): SigningKey => {
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const jwk: PublicJwk = { kty: "OKP", crv: "Ed25519", x };
  const canonical = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x });
  return { keyId: createHash("sha256").update(canonical).digest("base64url"), privateKey, jwk };
};

/** The keys made from the versions of a secret: the one that signs now, and all that the directory lists. */
export const signingKeysOf = ({ current, all }: Keys) => ({
  current: createSigningKey(current.key),
  all: all.map(({ key }) => createSigningKey(key)),
});

const writeParameters = (parameters: readonly Parameter[]): string =>
  parameters.map(([name, value]) => `;${name}=${typeof value === "number" ? value : `"${value}"`}`).join("");

/** Signs components of a message. @returns the values of Signature-Input and Signature, without their label */
export const signComponents = (
  privateKey: KeyObject,
  components: readonly Component[],
  parameters: readonly Parameter[],
): { readonly input: string; readonly signature: string } => {
  const names = components.map(([identifier]) => identifier).join(" ");
  const input = `(${names})${writeParameters(parameters)}`;
  const lines = components.map(([identifier, value]) => `${identifier}: ${value}`);
  const base = [...lines, `"@signature-params": ${input}`].join("\n");
  return { input, signature: `:${sign(null, Buffer.from(base), privateKey).toString("base64")}:` };
};

const parametersOf = (keyId: string, tag: string, nowMs: number): Parameter[] => {
  const now = Math.floor(nowMs / 1_000);
  return [
    ["created", now - BACKDATED_S],
    ["expires", now + VALID_S],
    ["keyid", keyId],
    ["alg", "ed25519"],
    ["nonce", randomBytes(NONCE_BYTES).toString("base64")],
    ["tag", tag],
  ];
};

/**
 * The headers that sign a request.
 *
 * @param agent origin of the directory with the public key
 */
export const signRequest = (
  { keyId, privateKey }: SigningKey,
  agent: string,
  url: URL,
  nowMs: number,
): Record<string, string> => {
  const signatureAgent = `"${agent}"`;
  const { input, signature } = signComponents(
    privateKey,
    [
      ['"@authority"', url.host],
      ['"signature-agent"', signatureAgent],
    ],
    parametersOf(keyId, "web-bot-auth", nowMs),
  );
  return {
    "signature-agent": signatureAgent,
    "signature-input": `sig1=${input}`,
    signature: `sig1=${signature}`,
  };
};

/**
 * The directory of public keys, signed with each of them, which proves that its origin has the private ones.
 *
 * @param agent the origin that the directory is published at
 */
export const writeDirectory = (keys: readonly SigningKey[], agent: string, nowMs: number) => {
  const { host } = new URL(agent);
  const signed = keys.map(({ keyId, privateKey }) =>
    signComponents(
      privateKey,
      [['"@authority";req', host]],
      parametersOf(keyId, "http-message-signatures-directory", nowMs),
    ),
  );
  return {
    text: JSON.stringify({ keys: keys.map(({ jwk, keyId }) => ({ ...jwk, kid: keyId, use: "sig" })) }),
    headers: {
      "signature-input": signed.map(({ input }, at) => `binding${at}=${input}`).join(", "),
      signature: signed.map(({ signature }, at) => `binding${at}=${signature}`).join(", "),
      "cache-control": "public, max-age=300",
    },
  };
};
