/** Opens further pages of a page's template: with GET, without a session, at the site's pace. */
import { DomainError } from "../../../contract/errors.ts";
import type { OpenedSibling } from "../../../contract/extraction/siblings.ts";
import type { Deadline } from "../../../domain/shared/deadline.ts";
import { inParallel } from "../../../domain/shared/inParallel.ts";
import { isClientRendered } from "../../../engine/collection/shell.ts";
import type { PageDocument } from "../../../engine/extract/extract.ts";
import type { Manners } from "../../../engine/manners/index.ts";
import type { FetchPage } from "../../../engine/page/index.ts";
import { isSameTemplate, siblingAddresses } from "../../../engine/siblings/index.ts";
import { readWithin, toDomainError, toTargetError } from "./pageErrors.ts";

/** As many as settle what one page leaves open; more add little. */
const WANTED = 2;
/** Addresses that are tried for them. */
const TRIED = 3;
/** For all of them, at the site's pace. */
const OPEN_MS = 6_000;
const AT_ONCE = 2;
const NOTHING = (): void => {};

/** A further page, or why it was left out. `wasOpened`: it counts as a page. */
export type Sibling =
  | { readonly url: string; readonly document: PageDocument; readonly html: string }
  | { readonly url: string; readonly problem: string; readonly wasOpened: boolean };

const OTHER_TEMPLATE = "It uses a different template.";
const SCRIPTED = "It is rendered by scripts, which are not run here.";

interface Opening {
  readonly manners: Manners;
  readonly fetchPage: FetchPage;
  readonly deadline: Deadline;
  /** Time that is needed for reading once they are open. */
  readonly leftMs: number;
}

/** Two further pages of the template of `document`, and those that were tried for them. */
export const openSiblings = async (
  document: PageDocument,
  url: string,
  { manners, fetchPage, deadline, leftMs }: Opening,
): Promise<Sibling[]> => {
  const addresses = readWithin(deadline, () => siblingAddresses(document, url)).slice(0, TRIED);
  const openMs = Math.min(OPEN_MS, deadline.atMs - leftMs - Date.now());
  if (addresses.length === 0 || openMs <= 0) return [];
  const { origin } = new URL(url);
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(openMs)]);
  const open = async (address: string): Promise<Sibling> => {
    try {
      const page = await manners.visit(
        address,
        (visiting) =>
          fetchPage(address, {
            ...visiting,
            signal,
            mayOpen: async (next) => {
              if (new URL(next).origin !== origin)
                throw new DomainError("target-refused", "It redirects to another site.");
              await manners.check(next, signal);
            },
          }),
        { signal, log: NOTHING },
      );
      const problem = readWithin(deadline, () =>
        isClientRendered(page.document)
          ? SCRIPTED
          : isSameTemplate(document, page.document)
            ? null
            : OTHER_TEMPLATE,
      );
      return problem === null
        ? { url: address, document: page.document, html: page.html }
        : { url: address, problem, wasOpened: true };
    } catch (error) {
      const domainError = toDomainError(toTargetError(error, address), deadline.signal);
      if (deadline.signal.aborted) throw domainError;
      const problem = signal.aborted
        ? "There was no time to open it."
        : String((domainError as Error).message);
      return { url: address, problem, wasOpened: false };
    }
  };
  const first = await inParallel(addresses.slice(0, WANTED), AT_ONCE, open);
  const lacking = WANTED - first.filter((each) => "document" in each).length;
  const more = await inParallel(addresses.slice(WANTED, lacking > 0 ? TRIED : WANTED), AT_ONCE, open);
  return [...first, ...more];
};

/** What an answer says of them. */
export const tellSiblings = (siblings: readonly Sibling[]): OpenedSibling[] =>
  siblings.map((each) => ({
    url: each.url,
    ...("problem" in each && { problem: each.problem.slice(0, 500) }),
  }));

/** Those that count as pages. */
export const countOpened = (siblings: readonly Sibling[]): number =>
  siblings.filter((each) => "document" in each || each.wasOpened).length;
