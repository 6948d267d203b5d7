import { findJava } from "../emulators/java.ts";
import { StartFailure } from "../failure.ts";

/** The stand-ins for DynamoDB on this machine: a SQLite file inside the runner, or AWS's own emulator. */
export const TABLE_KINDS = ["embedded", "dynamodb-local"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

interface Wishes {
  /** `--table` */
  readonly asked: TableKind | undefined;
  /** The data directory, and the table its data is in; undefined if it is empty. */
  readonly dataDir: string | undefined;
  readonly madeWith: TableKind | undefined;
}

export interface Choice {
  readonly kind: TableKind;
  /** A line to print. */
  readonly said: string;
}

const NAMES: Readonly<Record<TableKind, string>> = {
  embedded: "the embedded table",
  "dynamodb-local": "DynamoDB Local",
};

const said = (kind: TableKind, why: string): Choice => ({
  kind,
  said: `Data is kept in ${NAMES[kind]}: ${why}.`,
});

/**
 * Chooses the table: the one with the data, else the requested one, else DynamoDB Local if the required Java is
 * installed.
 *
 * @throws StartFailure if the data is in another table than the requested one
 */
export const chooseTable = async (
  { asked, dataDir, madeWith }: Wishes,
  environment: Parameters<typeof findJava>[0] = process.env,
): Promise<Choice> => {
  if (madeWith !== undefined && asked !== undefined && madeWith !== asked)
    throw new StartFailure(
      `The data directory ${dataDir} was created with --table ${madeWith}: leave --table out, or move its accounts to ` +
        `another data directory with \`npm run export-data\` and \`npm run import-data\`.`,
    );
  if (madeWith !== undefined) return said(madeWith, "the data directory was created with it");
  if (asked !== undefined) return said(asked, "chosen with --table");
  const hasJava = await findJava(environment).then(
    () => true,
    () => false,
  );
  return hasJava
    ? said("dynamodb-local", "Java is installed; --table embedded starts faster and needs no Java")
    : said("embedded", "DynamoDB Local needs Java 17 or newer, which is not installed");
};
