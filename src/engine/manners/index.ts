export { createManners, type Manners, TooEarly, type Visiting } from "./manners.ts";
export type { Try } from "./pace.ts";
export { parseRobots, robotsAddress } from "./robots.ts";
