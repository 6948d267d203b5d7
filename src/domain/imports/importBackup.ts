import { DomainError } from "../../contract/errors.ts";
import { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import { type ImportBackup, type ImportedFlows, MAX_IMPORTED_WATCHES } from "../../contract/flows/imports.ts";
import { convertWatch } from "./convertWatch.ts";
import { leftOutOfBackup } from "./leftOut.ts";
import { type ReadBackup, readBackup } from "./readBackup.ts";

/** Reads files of an archive, within bounds. */
export interface WithArchives {
  readonly archives: {
    /** @throws DomainError `invalid-request` for a file that is damaged, encrypted or unpacks to too much */
    readTexts(bytes: Uint8Array, isWanted: (name: string) => boolean): Promise<ReadonlyMap<string, string>>;
  };
}

const INDEX = /^(?:url-watches|changedetection)\.json$/;
/** Newer releases keep each watch in a file of its own. */
const OWN = /^[0-9a-f-]{36}\/watch\.json$/;

const notABackup = (): DomainError =>
  new DomainError(
    "invalid-request",
    "This is not a backup of changedetection.io: send its ZIP file, or the url-watches.json in it.",
    { details: [{ path: "backup", message: "has no watches" }] },
  );

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw notABackup();
  }
};

/** The files of a backup as one object, in the form of older releases. */
const joinFiles = (files: ReadonlyMap<string, string>): unknown => {
  const index = [...files].find(([name]) => INDEX.test(name));
  const own = [...files].filter(([name]) => OWN.test(name));
  const base = index === undefined ? {} : (parse(index[1]) as Record<string, unknown> | null);
  const watching = {
    ...(base?.watching as object | undefined),
    ...Object.fromEntries(own.map(([name, text]) => [name, parse(text)])),
  };
  return { ...base, watching };
};

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString("latin1") === "PK";

const openBackup = async (
  { archives }: WithArchives,
  backup: ImportBackup["backup"],
): Promise<ReadBackup> => {
  const read = async (): Promise<unknown> => {
    if (typeof backup !== "string") return backup;
    const bytes = Buffer.from(backup, "base64");
    if (!isZip(bytes)) return parse(bytes.toString("utf8"));
    return joinFiles(await archives.readTexts(bytes, (name) => INDEX.test(name) || OWN.test(name)));
  };
  const opened = readBackup(await read());
  if (opened === null) throw notABackup();
  return opened;
};

/** The host alone: the rest of an address may be what kept it from being imported. */
const hostOf = (url: string): string => URL.parse(url)?.host || url.slice(0, 100);

/**
 * Monitors of another tool as flow definitions, with a list of what could not be imported. Nothing is created.
 *
 * @throws DomainError `invalid-request` if the file is no backup
 */
export const importBackup = async (deps: WithArchives, { backup }: ImportBackup): Promise<ImportedFlows> => {
  const { watches, settings } = await openBackup(deps, backup);
  const flows: ImportedFlows["flows"] = [];
  const refused: ImportedFlows["refused"] = [];
  for (const watch of watches.slice(0, MAX_IMPORTED_WATCHES)) {
    const converted = convertWatch(watch, settings);
    if ("refused" in converted) {
      refused.push({ url: hostOf(watch.url), reason: converted.refused });
      continue;
    }
    const checked = FlowDefinition.safeParse(converted.definition);
    if (checked.success) flows.push(converted);
    else {
      const [issue] = checked.error.issues;
      refused.push({ url: hostOf(watch.url), reason: `${issue?.path.join(".")}: ${issue?.message}` });
    }
  }
  const rest = watches.length - MAX_IMPORTED_WATCHES;
  const more = {
    setting: "watching",
    reason: `Only the first ${MAX_IMPORTED_WATCHES} watches were read, and ${rest} were not.`,
  };
  return { flows, refused, leftOut: [...leftOutOfBackup(settings), ...(rest > 0 ? [more] : [])] };
};
