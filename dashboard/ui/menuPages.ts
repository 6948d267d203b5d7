import type { IconName } from "./icons.tsx";

/** The pages of the main menu. */
export const MENU_PAGES: readonly (readonly [path: string, title: string, icon: IconName])[] = [
  ["/", "Home", "home"],
  ["/playground", "Playground", "playground"],
  ["/flows", "Flows", "flows"],
  ["/runs", "Runs", "runs"],
  ["/alerts", "Alerts", "alerts"],
  ["/destinations", "Destinations", "destinations"],
  ["/webhooks", "Webhooks", "webhooks"],
  ["/tickets", "Tickets", "tickets"],
  ["/audit", "Audit log", "audit"],
  ["/settings", "Settings", "settings"],
];
