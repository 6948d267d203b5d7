import { keptFolder, PLANS } from "../../contract/account/plans.ts";
import type { WithObjects } from "../ports.ts";

/** How long plans keep a run's pages and screenshots. */
export const RETENTIONS = [...new Set(Object.values(PLANS).map(({ retentionDays }) => retentionDays))];

/** Folders of what a run keeps. Its list of URLs is kept as long as its pages. */
export const RUN_FOLDERS = ["snapshots", "screenshots", "lists"] as const;

/** Files that are read like pages are kept as long as the pages of runs. */
const KEPT_FOLDERS = [...RUN_FOLDERS, "uploads"] as const;

/** Every folder of the object store that has a folder per account. Deleting an account walks this list. */
const FOLDERS = [
  "runs",
  "records",
  "flows",
  "tickets",
  "tmp/checkpoints",
  "tmp/exports",
  "tmp/inspections",
  "tmp/uploads",
] as const;

/** An account's part of a folder. Ends with a slash, so that it does not match longer ids. */
export const folderOf = (folder: (typeof FOLDERS)[number], accountId: string): string =>
  `${folder}/${accountId}/`;

/** The same for a folder whose objects expire after a number of days. */
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

/** Patterns of the objects that a run's worker reads and writes: its own, its flow's, and its account's uploads. */
export const objectsOfRun = (accountId: string, runId: string): readonly string[] => [
  `*/${accountId}/${runId}/*`,
  `${folderOf("records", accountId)}*`,
  `${folderOf("flows", accountId)}*`,
  `kept/*/uploads/${accountId}/*`,
];

export const objectsOfInspection = (accountId: string, inspectionId: string): readonly string[] => [
  `${folderOf("tmp/inspections", accountId)}${inspectionId}/*`,
];

/** Erases a page of a folder's objects. @returns how many; 0 if none are left */
export const eraseFolder = async ({ objects }: WithObjects, folder: string): Promise<number> => {
  const keys = await objects.list(folder);
  if (keys.length > 0) await objects.removeAll(keys);
  return keys.length;
};
