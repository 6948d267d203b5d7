export type { BrowserSettings } from "./launch.ts";
export { type BrowserSession, createBrowserSession } from "./session.ts";
export { takeShot } from "./takeShot.ts";
