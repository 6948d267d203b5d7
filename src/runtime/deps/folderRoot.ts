import type { WithFolderRoot } from "../../domain/destinations/ports.ts";
import { readEnv } from "../env.ts";

export const withFolderRoot = (): WithFolderRoot => ({
  hasFolderRoot: readEnv().DESTINATION_FOLDER !== undefined,
});
