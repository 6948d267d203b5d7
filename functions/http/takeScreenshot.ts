import * as operations from "../../src/contract/operations/screenshots.ts";
import { takeScreenshot } from "../../src/domain/screenshots/takeScreenshot.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withCamera } from "../../src/runtime/deps/pages/camera.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.takeScreenshot,
  ({ body, origin, deps }) => takeScreenshot(deps, body, origin),
  () => ({ ...withFileLinks(), ...withCamera() }),
);
