import { findAll } from "domutils";
import { TargetError } from "../egress/index.ts";
import { type PageDocument, textOf } from "../extract/extract.ts";

/** A page with more words has real content. */
const MAX_WORDS = 150;
const HEADING = /^(?:title|h[1-4])$/;

/** Titles and headings of block pages. */
const SAYINGS = [
  /(?:just a|one) moment(?:,? please)?/,
  /attention required|pardon our interruption|too many requests|unusual traffic(?: .*)?|ddos-guard/,
  /access (?:to this page has been )?denied|zugriff verweigert|accès refusé|acceso denegado/,
  /(?:robot|security|browser) check|human verification|(?:re|h)?captcha(?: (?:required|challenge|verification))?/,
  /are you (?:a )?(?:human|robot)|enter the characters you see(?: .*)?|(?:complete|solve) the captcha(?: .*)?/,
  /(?:verify(?:ing)?|confirm) (?:that )?you(?:'re| are) (?:not )?(?:a )?(?:human|robot|bot)(?: .*)?/,
  /checking (?:your browser|if the site connection is secure)(?: .*)?/,
];
const BLOCK = new RegExp(
  `^[^\\p{L}]*(?:please,? |let's )?(?:${SAYINGS.map(({ source }) => source).join("|")})\\s*(?:$|[.…!?|–—-])`,
  "iu",
);

/**
 * Refuses a page that blocks or challenges robots instead of showing the requested content.
 *
 * @throws TargetError for a short page with a title or heading known from block pages
 */
export const refuseBlockPage = ({ root }: PageDocument): void => {
  const saying = findAll(({ name }) => HEADING.test(name), root.children)
    .map(textOf)
    .find((text) => BLOCK.test(text));
  if (saying === undefined || textOf(root).split(" ").length > MAX_WORDS) return;
  const message = `The page looks like one that blocks or challenges bots: "${saying.slice(0, 80)}".`;
  throw new TargetError("target-failed", message, { retryable: true });
};
