export type { Meeting, Origins, Turn } from "./company.ts";
export { createManners, type Manners, TooEarly, type Visiting } from "./manners.ts";
export { parseRobots, robotsAddress } from "./robots.ts";
