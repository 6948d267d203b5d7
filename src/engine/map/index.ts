export { type MapQuery, mapSite, type SiteMap } from "./map.ts";
