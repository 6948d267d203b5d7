/** Starts a browser, prints its process id, and waits to be killed. */
import { launchChromium } from "../../src/engine/browser/launch.ts";
import { browserSettings } from "./browser.ts";

const chromium = await launchChromium(await browserSettings());
process.stdout.write(`${chromium.pid}\n`);
setInterval(() => undefined, 1_000);
