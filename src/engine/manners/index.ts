export { createManners, type Manners, type Visiting } from "./manners.ts";
export { parseRobots, robotsAddress } from "./robots.ts";
export type { Origins, SharedOrigin, Turn } from "./sharing.ts";
export { TooEarly } from "./turns.ts";
