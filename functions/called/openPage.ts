import { OpenPage } from "../../src/contract/extraction/openPage.ts";
import { confined } from "../../src/runtime/confined.ts";
import { withBrowserOpener } from "../../src/runtime/deps/engine/browserOpener.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";

export const handler = confined(
  OpenPage,
  (message, { deps }) => deps.opener.open(message),
  () => withBrowserOpener(withObjects()),
);
