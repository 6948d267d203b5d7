export { createManners, type Manners, TooEarly } from "./manners.ts";
export { parseRobots, robotsAddress } from "./robots.ts";
