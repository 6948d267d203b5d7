export type { BrowserSettings } from "./launch.ts";
export { type BrowserSession, createBrowserSession, PARALLEL_TABS } from "./session.ts";
export { takeShot } from "./takeShot.ts";
