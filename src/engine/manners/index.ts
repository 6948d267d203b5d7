export type { Meeting, Origins, Turn } from "./company.ts";
export { createManners, type Manners, type Visiting } from "./manners.ts";
export { parseRobots, robotsAddress } from "./robots.ts";
export { TooEarly } from "./turns.ts";
