import * as operations from "../../src/contract/operations/monitors.ts";
import { importBackup } from "../../src/domain/imports/importBackup.ts";
import { withArchives } from "../../src/runtime/deps/archives.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.convertBackup,
  ({ body, deps }) => importBackup(deps, body),
  () => withArchives(),
);
