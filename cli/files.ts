/** Files on this machine that are read like pages. */
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Client, UploadedPage } from "../client/index.ts";
import { hasScheme, urlOf } from "./addresses.ts";
import type { World } from "./context.ts";

/** @throws Error if the file cannot be read or is not accepted */
export const uploadFile = async (client: Client, file: string, { signal }: World): Promise<UploadedPage> =>
  client.uploads.sendFile(await openAsBlob(file), { name: basename(file), signal });

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isFile() ?? false;

/** The URL of a page: as it was given, or the address of a file on this machine, which is uploaded. */
export const addressOf = async (client: Client, page: string, world: World): Promise<string> =>
  !hasScheme(page) && (await isFile(page)) ? (await uploadFile(client, page, world)).address : urlOf(page);
