/** `npm run build:dashboard`: builds the dashboard into `.build/dashboard`, unless it is up to date. */
import { prepareDashboard } from "../lib/dashboard-files.ts";

console.log(`The dashboard is in ${await prepareDashboard()}.`);
