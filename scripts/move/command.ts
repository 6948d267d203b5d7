/** What both commands ask for: the place, and the key of the export. */
import { StartFailure } from "../../local/failure.ts";
import { createShutdown } from "../../local/shutdown.ts";
import { onlyKey } from "../../src/adapters/keyring.ts";
import { createSeals, type Seals } from "../../src/adapters/seal.ts";
import type { Place } from "./account.ts";
import { openDataDir, openStage } from "./openPlace.ts";

const KEY_BYTES = 32;

/** @throws StartFailure for a malformed key */
export const travelSeals = (key: string): Seals => {
  const bytes = Buffer.from(key, "base64url");
  if (bytes.length !== KEY_BYTES)
    throw new StartFailure("--key takes the key that `npm run export-data` printed, 43 characters.");
  return createSeals(async () => onlyKey(bytes));
};

export const newKey = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString("base64url");

interface Where {
  readonly stage: string | undefined;
  readonly dataDir: string | undefined;
}

/** Opens a place, does something there, and always closes it. */
export const atPlace = async <T>(
  { stage, dataDir }: Where,
  work: (place: Place) => Promise<T>,
): Promise<T> => {
  if (stage !== undefined && dataDir !== undefined)
    throw new StartFailure("--stage and --data-dir cannot be used together.");
  const shutdown = createShutdown();
  try {
    const place = stage === undefined ? openDataDir(dataDir ?? ".gleaner", shutdown) : openStage(stage);
    return await work(await place);
  } finally {
    await shutdown.run();
  }
};
