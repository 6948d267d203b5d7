/** What the URLs of a flow's list are. */
import * as z from "zod";
import type { Step } from "../steps/steps.ts";

export const EachUrl = z.enum(["page", "site"]);
export type EachUrl = z.infer<typeof EachUrl>;

interface Listed {
  readonly steps: readonly Step[];
  readonly eachUrl?: EachUrl | undefined;
}

/** Whether steps find pages from the URL at which they start. */
const findsPages = (steps: readonly Step[]): boolean => {
  const finding = steps.filter(({ type }) => type === "crawl" || type === "sitemap");
  return finding.length > 0 && finding.every(({ url }) => url === undefined);
};

/** What each URL is if the flow does not say so; stored with the flow. */
export const withEachUrl = <T extends Listed>(flow: T): T =>
  flow.eachUrl === undefined && findsPages(flow.steps) ? { ...flow, eachUrl: "site" } : flow;

/** Flows of earlier releases open the pages of their list alone, whatever their steps are. */
export const withEarlierEachUrl = <T extends Listed>(flow: T): T =>
  flow.eachUrl === undefined && findsPages(flow.steps) ? { ...flow, eachUrl: "page" } : flow;
