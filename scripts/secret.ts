/** `npm run secret`: shows the versions of the service secret, or of the signing keys', and rotates it. Prints no secret. */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { StartFailure } from "../local/failure.ts";
import { openPlace, PLACE_OPTIONS, PLACE_USAGE } from "../local/operatorPlace.ts";
import { addVersion, currentVersion, parseVersions } from "../src/adapters/keyring.ts";
import { readSecret, SECRET_KEPT_MS } from "../src/adapters/serviceSecret.ts";
import { runOperatorCommand } from "./operator/run.ts";

const USAGE = `Usage: npm run secret -- (--stage <stage> | --endpoint <address>) [--signing] [--rotate]

${PLACE_USAGE}  --signing   the secret of the keys that sign requests, instead of the service secret
  --rotate    adds a version; the earlier ones keep opening what was made with them
`;

const SECRET_BYTES = 48;

/** By then, every function has read the new version. */
const STARTS_AFTER_MS = 2 * SECRET_KEPT_MS;

await runOperatorCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...PLACE_OPTIONS,
      rotate: { type: "boolean", default: false },
      signing: { type: "boolean", default: false },
    },
  });
  const { client, id } = await openPlace(values, USAGE).openSecret(values.signing ? "signing" : "service");
  const read = () => readSecret(client, id);
  let stored = await read();
  if (values.rotate) {
    const versions = parseVersions(stored);
    const pending = versions.find(({ from }) => from !== undefined && Date.parse(from) > Date.now());
    if (pending)
      throw new StartFailure(
        `Version ${pending.version} starts at ${pending.from}. Rotate again after that.`,
      );
    const fresh = randomBytes(SECRET_BYTES).toString("base64url");
    const SecretString = addVersion(stored, fresh, Date.now() + STARTS_AFTER_MS);
    await client.send(new PutSecretValueCommand({ SecretId: id, SecretString }));
    stored = await read();
    if (stored !== SecretString)
      throw new StartFailure("The secret was changed by another command. Look at it again.");
  }
  const versions = parseVersions(stored);
  return {
    current: currentVersion(versions, Date.now()),
    versions: versions.map(({ version, from = null }) => ({ version, from })),
  };
});
