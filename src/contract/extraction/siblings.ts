/** Further pages of the same template, which Gleaner finds and opens by itself. */
import * as z from "zod";

export const OpenedSibling = z.object({
  url: z.string(),
  problem: z.string().max(500).optional().describe("Why it was not used."),
});
export type OpenedSibling = z.infer<typeof OpenedSibling>;

export const OpenedSiblings = z
  .array(OpenedSibling)
  .max(10)
  .describe("Further pages of the same template that were opened to compare with. Each counts as a page.");

/** What is said of them wherever a request can have them. */
export const SIBLINGS_MANNERS =
  "They are requested with GET only, from the same origin, without a session, within robots.txt and at the site's pace; " +
  "links that may change something (sign out, delete, add to cart) are never followed. Each counts as a page.";
