import { OpenPage } from "../../src/contract/openPage.ts";
import { confined } from "../../src/runtime/confined.ts";
import { withBrowserOpener } from "../../src/runtime/deps/browserOpener.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";

export const handler = confined(
  OpenPage,
  (message, { deps }) => deps.opener.open(message),
  () => withBrowserOpener(withObjects()),
);
