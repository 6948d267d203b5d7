import type { WithPlaceSettings } from "../../domain/destinations/ports.ts";
import { readEnv } from "../env.ts";

export const withPlaceSettings = (): WithPlaceSettings => {
  const { DESTINATION_FOLDER: root, DESTINATION_ROLES: roles } = readEnv();
  return { hasFolderRoot: root !== undefined, canAssumeRoles: roles === "on" };
};
