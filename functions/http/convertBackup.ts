import { importBackup } from "../../src/domain/imports/importBackup.ts";
import { withArchives } from "../../src/runtime/deps/archives.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "convertBackup",
  ({ body, deps }) => importBackup(deps, body),
  () => withArchives(),
);
