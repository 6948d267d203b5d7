import type { WithDashboard } from "../../domain/ports.ts";
import { readEnv } from "../env.ts";

export const withDashboard = (): WithDashboard => {
  const { DASHBOARD_URL = "", PUBLIC_ORIGIN } = readEnv();
  return { dashboardUrl: URL.parse(DASHBOARD_URL, PUBLIC_ORIGIN)?.href };
};
