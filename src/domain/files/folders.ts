import { keptFolder, PLANS } from "../../contract/plans.ts";
import type { WithObjects } from "../ports.ts";

/** How long plans keep the pages and pictures of a run. */
const RETENTIONS = [...new Set(Object.values(PLANS).map(({ retentionDays }) => retentionDays))];

/** Lists of addresses are kept as long as the pages of their runs. */
export const KEPT_FOLDERS = ["snapshots", "screenshots", "lists"] as const;

/**
 * Every folder of the object store in which accounts have folders of their own. What erases an account walks
 * this list.
 */
const FOLDERS = [
  "runs",
  "records",
  "tickets",
  "tmp/checkpoints",
  "tmp/exports",
  "tmp/inspections",
  "tmp/uploads",
] as const;

/** What an account has in a folder; ends with a slash, so that no longer id begins the same way. */
export const folderOf = (folder: (typeof FOLDERS)[number], accountId: string): string =>
  `${folder}/${accountId}/`;

/** The same of a folder whose objects go by themselves after so many days. */
export const keptFolderOf = (
  folder: (typeof KEPT_FOLDERS)[number],
  retentionDays: number,
  accountId: string,
): string => `${keptFolder(retentionDays)}/${folder}/${accountId}/`;

/** All folders of an account. */
export const foldersOf = (accountId: string): string[] => [
  ...FOLDERS.map((folder) => folderOf(folder, accountId)),
  ...RETENTIONS.flatMap((days) => KEPT_FOLDERS.map((folder) => keptFolderOf(folder, days, accountId))),
];

/** Erases a page of the objects in a folder. @returns how many; 0 where none is left */
export const eraseFolder = async ({ objects }: WithObjects, folder: string): Promise<number> => {
  const keys = await objects.list(folder);
  if (keys.length > 0) await objects.removeAll(keys);
  return keys.length;
};
