import type { Scope } from "../../client/index.ts";
import { useRefusals } from "../api/session.tsx";
import type { IconName } from "./icons.tsx";

type MenuPage = readonly [path: string, title: string, icon: IconName, needs?: Scope];

const MENU_PAGES: readonly MenuPage[] = [
  ["/", "Home", "home"],
  ["/playground", "Playground", "playground"],
  ["/flows", "Flows", "flows"],
  ["/runs", "Runs", "runs"],
  ["/alerts", "Alerts", "alerts"],
  ["/destinations", "Destinations", "destinations"],
  ["/webhooks", "Webhooks", "webhooks"],
  ["/tickets", "Tickets", "tickets"],
  ["/audit", "Audit log", "audit", "audit:read"],
  ["/settings", "Settings", "settings"],
];

/** The pages of the main menu, without those that the person may not read. */
export const useMenuPages = (): readonly MenuPage[] => {
  const refusalOf = useRefusals();
  return MENU_PAGES.filter(([, , , needs]) => refusalOf(needs) === undefined);
};
