export type { BrowserSettings } from "./launch.ts";
export { type BrowserSession, createBrowserSession } from "./session.ts";
