import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { StartFailure } from "../failure.ts";

/** Its name within a data directory. */
export const SECRETS_FILE = "secrets.json";

const SecretFile = z.strictObject({
  /** Values of the stack's secrets, by name. */
  secrets: z.record(z.string(), z.string()),
  /** Key of the local account: kept here so that `--json` can show it at every start. */
  apiKey: z.optional(z.string()),
});
type SecretFile = z.infer<typeof SecretFile>;

/** The secrets of one machine, in a file that only its owner can read, or in memory. */
export interface Secrets {
  /** Value of a secret of the stack, generated at random on first use. */
  secretValueOf(name: string): string;
  putSecretValue(name: string, value: string): void;
  readonly apiKey: string | undefined;
  keepApiKey(apiKey: string): void;
}

/**
 * @param path the file; undefined keeps the secrets in memory
 * @throws StartFailure if the file is damaged
 */
export const openSecrets = (path: string | undefined): Secrets => {
  let content: SecretFile = path === undefined ? { secrets: {} } : readSecrets(path);
  const change = (next: SecretFile): void => {
    content = next;
    if (path === undefined) return;
    writeFileSync(`${path}.new`, JSON.stringify(content, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return {
    secretValueOf: (name) => {
      const value = content.secrets[name] ?? randomBytes(48).toString("base64url");
      if (content.secrets[name] === undefined)
        change({ ...content, secrets: { ...content.secrets, [name]: value } });
      return value;
    },
    putSecretValue: (name, value) => change({ ...content, secrets: { ...content.secrets, [name]: value } }),
    get apiKey() {
      return content.apiKey;
    },
    keepApiKey: (apiKey) => change({ ...content, apiKey }),
  };
};

const readSecrets = (path: string): SecretFile => {
  if (!existsSync(path)) return { secrets: {} };
  try {
    return SecretFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new StartFailure(
      `The data directory is damaged: ${path} does not hold what the runner wrote there; restore it from a backup, or move the directory away to start afresh.`,
    );
  }
};
