/** Reads what pages and their sites permit, and refuses pages that reserve a use which the policy obeys. */
import { DomainError } from "../../contract/errors.ts";
import { isFileAddress } from "../../contract/flows/uploads.ts";
import {
  type PagePermissions,
  type PermissionPolicy,
  reservedUses,
  USES,
  type Use,
} from "../../contract/permissions.ts";
import { TargetError } from "../egress/index.ts";
import type { Manners } from "../manners/index.ts";
import type { FetchFile, Page } from "../page/index.ts";
import { type LicenceNote, readPage } from "./onPage.ts";
import { pathOf } from "./paths.ts";
import { type RobotsSays, readRobotsTxt, signalsFor } from "./robotsTxt.ts";
import { readRsl, usesOf } from "./rsl.ts";
import { AI_USES, type Statement, shorten, unreadable } from "./statement.ts";
import { readTdmRep, type TdmRule, tdmRuleFor } from "./tdm.ts";

/** A page that must not be used: neither stored nor sent to a model. */
export class UseReserved extends DomainError {
  readonly permissions: PagePermissions;

  constructor(url: string, uses: readonly Use[], permissions: PagePermissions) {
    const { from, value, problem } =
      permissions.signals.find(({ reserves }) => uses.some((use) => reserves.includes(use))) ?? {};
    const why = problem === undefined ? `${from}: ${value}` : `${from}: ${value}: ${problem}`;
    super(
      "use-reserved",
      `${url} reserves ${uses.join(" and ")} (${why}), so it was not collected. If you have permission, take ` +
        `${uses.length === 1 ? "this use" : "these uses"} out of \`permissions\`.`,
    );
    this.permissions = permissions;
  }
}

export interface Permissions {
  /** The page with what it and its site permit. @throws UseReserved · the reason of the aborted signal */
  apply<P extends Page>(page: P, signal?: AbortSignal): Promise<P>;
}

interface PermissionsDeps {
  readonly fetchFile: FetchFile;
  /** What is known of sites; null if files of whole sites are not read. */
  readonly sites: Pick<Manners, "robotsText" | "notesOn"> | null;
  readonly policy: PermissionPolicy;
}

/** Of a licence or `tdmrep.json`. */
const MAX_CHARS = 1_000_000;
const TIMEOUT_MS = 5_000;
/** Origins and licences that are remembered. */
const MAX_KNOWN = 200;

/** Calls `make` once for each of the latest keys. A failure is not remembered. */
const remembering = <T>(make: (key: string, signal: AbortSignal) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return (key: string, signal: AbortSignal): Promise<T> => {
    const found = known.get(key);
    if (found) return found;
    const made = make(key, signal);
    made.catch(() => known.delete(key));
    known.set(key, made);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    return made;
  };
};

/** Signals that are shown of a page: all of them count, and a page with more is built to have them. */
const MAX_SHOWN = 10;

/** The permissions that statements amount to; undefined if nothing is said. */
const permissionsOf = (statements: readonly Statement[]): PagePermissions | undefined => {
  if (statements.length === 0) return undefined;
  const reserved = USES.filter((use) => statements.some(({ reserves }) => reserves.includes(use)));
  return {
    reserved,
    allowed: USES.filter(
      (use) => !reserved.includes(use) && statements.some(({ allows }) => allows.includes(use)),
    ),
    // What reserves a use comes first.
    signals: [...statements]
      .sort((left, right) => right.reserves.length - left.reserves.length)
      .slice(0, MAX_SHOWN)
      .map(({ allows, ...signal }) => signal),
  };
};

/** @throws UseReserved */
export const refuseReserved = <P extends Page>(policy: PermissionPolicy, page: P): P => {
  const { url, permissions } = page;
  const uses = reservedUses(policy, permissions);
  if (permissions && uses.length > 0) throw new UseReserved(url, uses, permissions);
  return page;
};

/** Text of a file, or why it could not be read; null if the site has none. */
type Read = { readonly text: string } | { readonly problem: string } | null;

export const createPermissions = ({ fetchFile, sites, policy }: PermissionsDeps): Permissions => {
  const readFile = async (url: string, signal: AbortSignal): Promise<Read> => {
    try {
      const { html } = await fetchFile(url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        maxBytes: MAX_CHARS,
      });
      return { text: html };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TargetError) {
        const { httpStatus = 0 } = error;
        return httpStatus >= 300 && httpStatus < 500 && httpStatus !== 429
          ? null
          : { problem: error.message };
      }
      if (error instanceof DomainError) return { problem: error.message };
      if ((error as Error).name === "TimeoutError")
        return { problem: `it did not arrive within ${TIMEOUT_MS / 1_000} seconds` };
      throw error;
    }
  };

  const robotsOf = remembering(async (origin, signal): Promise<RobotsSays> => {
    return readRobotsTxt((await sites?.robotsText(origin, signal)) ?? "");
  });

  const tdmOf = remembering(
    async (origin, signal): Promise<readonly TdmRule[] | { readonly problem: string }> => {
      if (!sites) return [];
      const notes = sites.notesOn(origin);
      if (notes.tdmRep === undefined) {
        const read = await readFile(`${origin}/.well-known/tdmrep.json`, signal);
        if (read && "problem" in read) return read;
        // Many servers send a page for any address.
        notes.tdmRep = read && readTdmRep(read.text) ? read.text : "";
      }
      return readTdmRep(notes.tdmRep) ?? [];
    },
  );

  const licenceAt = remembering(readFile);

  const tdmFor = async (page: Page, origin: string, signal: AbortSignal): Promise<Statement[]> => {
    const rules = await tdmOf(origin, signal);
    if ("problem" in rules)
      return [
        unreadable({ signal: "tdm-reservation", from: "tdmrep.json", value: "" }, rules.problem, AI_USES),
      ];
    const said = tdmRuleFor(rules, pathOf(page.url));
    return said ? [said] : [];
  };

  /** What a licence says about the page; nothing if it does not cover it. */
  const readLicence = async (
    { address, text, from }: Omit<LicenceNote, "from"> & Pick<Statement, "from">,
    page: Page,
    signal: AbortSignal,
  ): Promise<Statement[]> => {
    const url = address === undefined ? undefined : URL.parse(address, page.document.baseUrl)?.href;
    const about = {
      signal: "rsl",
      from,
      value: address ?? "RSL",
      ...(url !== undefined && { url: url.slice(0, 500) }),
    } as const;
    if (address !== undefined && !/^https?:/.test(url ?? "")) return [unreadable(about, "it is not a URL")];
    const read = text === undefined ? await licenceAt(url ?? "", signal) : { text };
    if (read === null) return [unreadable(about, "the licence was not found")];
    if ("problem" in read) return [unreadable(about, read.problem)];
    const contents = readRsl(read.text.slice(0, MAX_CHARS));
    if (!contents) return [unreadable(about, "it is not an RSL document, or has more than 10,000 elements")];
    const uses = usesOf(contents, page.url);
    return uses ? [{ ...about, value: shorten(about.value), ...uses }] : [];
  };

  const read = async (page: Page, signal: AbortSignal): Promise<PagePermissions | undefined> => {
    const { origin } = new URL(page.url);
    const own = readPage(page.document, page.signals);
    const robots = await robotsOf(origin, signal);
    const isTdmSaid = own.statements.some((each) => each.signal === "tdm-reservation");
    const licences = [
      ...robots.licences.map((address) => ({
        address: URL.parse(address, origin)?.href ?? address,
        from: "robots.txt" as const,
      })),
      ...own.licences,
    ];
    const said = await Promise.all([
      ...(isTdmSaid ? [] : [tdmFor(page, origin, signal)]),
      ...licences.map((licence) => readLicence(licence, page, signal)),
    ]);
    return permissionsOf([...signalsFor(robots, pathOf(page.url)), ...own.statements, ...said.flat()]);
  };

  return {
    apply: async (page, signal = new AbortController().signal) => {
      if (isFileAddress(page.url)) return page;
      const permissions = await read(page, signal);
      return refuseReserved(policy, { ...page, permissions });
    },
  };
};
