import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createEmbeddedTable, type EmbeddedTable } from "../../src/store/embedded/table.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { createTable } from "../emulators/tables.ts";
import { messageOf, StartFailure } from "../failure.ts";
import type { Shutdown } from "../shutdown.ts";
import type { Resource } from "../stack/resources.ts";
import type { TableKind } from "./choice.ts";

/** The local table. */
export interface LocalTable {
  /** Environment variables that lead functions to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** DynamoDB endpoint; undefined if there is none. */
  readonly endpoint: string | undefined;
  /** Creates the stack's tables. @returns whether they are new and therefore empty */
  provision(tables: readonly Resource[]): Promise<boolean>;
}

/** File names of the tables within their directory. */
export const TABLE_FILES: Readonly<Record<TableKind, string>> = {
  embedded: "embedded.db",
  "dynamodb-local": "shared-local-instance.db",
};

/** How often expired items are deleted; AWS takes up to two days. */
const EXPIRE_EVERY_MS = 60_000;

interface Place {
  readonly folder: string;
  /** Whether the directory is temporary. */
  readonly isTemporary: boolean;
}

/**
 * Starts the table.
 *
 * @param tell receives warnings, a line each
 * @throws StartFailure if it cannot be opened
 */
export const startTable = (
  kind: TableKind,
  place: Place,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<LocalTable> =>
  kind === "embedded" ? startEmbedded(place, shutdown, tell) : startEmulator(place, shutdown);

const startEmulator = async ({ folder, isTemporary }: Place, shutdown: Shutdown): Promise<LocalTable> => {
  const endpoint = await startDynamo(isTemporary ? undefined : folder, shutdown);
  return {
    // The AWS SDK reads it itself, so functions need not know where they run.
    environment: { AWS_ENDPOINT_URL_DYNAMODB: endpoint },
    endpoint,
    provision: async (tables) => {
      const made = await Promise.all(tables.map((table) => createTable(endpoint, table)));
      return made.includes(true);
    },
  };
};

const openEmbedded = (path: string, isDurable: boolean): EmbeddedTable => {
  try {
    return createEmbeddedTable({ path, isDurable });
  } catch (error) {
    throw new StartFailure(`The table cannot be opened: ${messageOf(error)}.`);
  }
};

const startEmbedded = async (
  { folder, isTemporary }: Place,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<LocalTable> => {
  const path = join(folder, TABLE_FILES.embedded);
  const isNew = !existsSync(path);
  const table = openEmbedded(path, !isTemporary);
  const expire = (): void => {
    table.expire().catch((error: unknown) => tell(`Old items were not removed: ${messageOf(error)}`));
  };
  const timer = setInterval(expire, EXPIRE_EVERY_MS);
  shutdown.add(() => {
    clearInterval(timer);
    table.close();
    if (isTemporary) for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  });
  expire();
  return {
    environment: { TABLE_FILE: path, ...(isTemporary && { TABLE_FILE_IS_TEMPORARY: "true" }) },
    endpoint: undefined,
    provision: async () => isNew,
  };
};
