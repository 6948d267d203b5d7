/** Which release created a data directory: read before anything in it is used. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartFailure } from "../failure.ts";
import { TABLE_KINDS, type TableKind } from "../table/choice.ts";
import { TABLE_FILES } from "../table/start.ts";

/** Its name within a data directory. */
export const ORIGIN_FILE = "data-dir.json";

/** Version of the data directory's layout. Increment it when an older release could not use the new one. */
const LAYOUT = 1;

const Origin = z.looseObject({ layout: z.int().min(1), table: z.enum(TABLE_KINDS) });

/**
 * The table with the directory's data; undefined if there is none yet.
 *
 * @throws StartFailure if a newer release created the directory, or if its origin is unknown
 */
export const readOrigin = (root: string): TableKind | undefined => {
  const path = join(root, ORIGIN_FILE);
  // Earlier releases, without this file, used only DynamoDB Local.
  if (!existsSync(path))
    return existsSync(join(root, "table", TABLE_FILES["dynamodb-local"])) ? "dynamodb-local" : undefined;
  const layout = z.object({ layout: z.number() }).safeParse(readJson(path)).data?.layout ?? 0;
  if (layout > LAYOUT)
    throw new StartFailure(
      `The data directory ${root} was written by a newer release (layout ${layout}; this one knows ${LAYOUT}): install that release or a newer one.`,
    );
  const origin = Origin.safeParse(readJson(path));
  if (!origin.success)
    throw new StartFailure(
      `The data directory is damaged: ${path} does not hold what the runner wrote there; restore it from a backup, or move the directory away to start afresh.`,
    );
  return origin.data.table;
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
};

export const writeOrigin = (root: string, table: TableKind): void => {
  const path = join(root, ORIGIN_FILE);
  writeFileSync(`${path}.new`, `${JSON.stringify({ layout: LAYOUT, table })}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};
