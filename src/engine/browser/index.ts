export { inspectPage, type LaidOut } from "./inspectPage.ts";
export type { BrowserSettings } from "./launch.ts";
export { type BrowserSession, createBrowserSession, PARALLEL_TABS, type SessionOptions } from "./session.ts";
export type { Permit } from "./tab.ts";
export { takeShot } from "./takeShot.ts";
