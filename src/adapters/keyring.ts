/** The versions of the service secret, and the keys derived from them. */
import { hkdfSync } from "node:crypto";
import * as z from "zod";

const KEY_BYTES = 32;

/** A key derived from one version of the service secret. */
interface VersionedKey {
  readonly version: number;
  readonly key: Buffer;
}

/** The keys for one purpose, one for each version of the service secret. */
export interface Keys {
  /** Makes everything new. */
  readonly current: VersionedKey;
  /** Open and verify what exists: newest first. */
  readonly all: readonly VersionedKey[];
}

const SecretVersion = z.strictObject({
  version: z.int().min(1),
  secret: z.string().min(1),
  /** When it starts to make what is new. Before, it only opens and verifies. Absent: it always has. */
  from: z.iso.datetime().optional(),
});
type SecretVersion = z.infer<typeof SecretVersion>;

const Versions = z.strictObject({ versions: z.array(SecretVersion).min(1) });

/**
 * Reads the stored service secret: JSON with its versions, or a plain text, which is version 1 before the first rotation.
 *
 * @returns oldest first
 * @throws Error if it is neither
 */
export const parseVersions = (stored: string): readonly SecretVersion[] => {
  if (stored === "") throw new Error("the service secret is empty");
  if (!stored.startsWith("{")) return [{ version: 1, secret: stored }];
  return Versions.parse(JSON.parse(stored)).versions.toSorted((a, b) => a.version - b.version);
};

/** The stored secret with one more version, which makes what is new from `fromMs` on. */
export const addVersion = (stored: string, secret: string, fromMs: number): string => {
  const versions = parseVersions(stored);
  const version = (versions.at(-1)?.version ?? 0) + 1;
  const added: SecretVersion = { version, secret, from: new Date(fromMs).toISOString() };
  return JSON.stringify({ versions: [...versions, added] } satisfies z.infer<typeof Versions>);
};

/** The version that makes what is new: the newest that has started. */
export const currentVersion = (versions: readonly SecretVersion[], nowMs: number): number | undefined =>
  (versions.findLast(({ from }) => from === undefined || Date.parse(from) <= nowMs) ?? versions[0])?.version;

/** Derives the keys for a purpose from each version (HKDF-SHA256, RFC 5869). */
export const deriveKeys = (stored: string, purpose: string, nowMs: number): Keys => {
  const versions = parseVersions(stored);
  const all = versions.toReversed().map(({ version, secret }) => ({
    version,
    key: Buffer.from(hkdfSync("sha256", secret, "", `gleaner:${purpose}`, KEY_BYTES)),
  }));
  const newest = currentVersion(versions, nowMs);
  const current = all.find(({ version }) => version === newest);
  if (current === undefined) throw new Error("the service secret has no version");
  return { current, all };
};

/** A single key, for what is sealed with a key of its own. */
export const onlyKey = (key: Buffer): Keys => {
  const current = { version: 1, key };
  return { current, all: [current] };
};
