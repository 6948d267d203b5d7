/**
 * TDM reservation (W3C community group, TDMRep): the file at a site's well-known path, the response's header and the page's
 * `meta`. The most specific one counts.
 */
import { bestFor } from "./paths.ts";
import { AI_USES, type Statement, shorten } from "./statement.ts";

const MAX_RULES = 10_000;
const MAX_PATTERN_CHARS = 2_000;

export interface TdmRule {
  readonly location: string;
  readonly isReserved: boolean;
  readonly policy: string | undefined;
}

/** `1` or `0`; undefined for anything else, which says nothing. */
const flagOf = (value: unknown): boolean | undefined => {
  const text = String(value).trim();
  return text === "1" ? true : text === "0" ? false : undefined;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, MAX_PATTERN_CHARS) : undefined;

/** The rules of a `tdmrep.json`; null if the text is not one, such as the page that some servers send for any address. */
export const readTdmRep = (text: string): TdmRule[] | null => {
  let rules: unknown;
  try {
    rules = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
  if (!Array.isArray(rules)) return null;
  return rules.slice(0, MAX_RULES).flatMap((rule: unknown): TdmRule[] => {
    if (typeof rule !== "object" || rule === null) return [];
    const { location, "tdm-reservation": flag, "tdm-policy": policy } = rule as Record<string, unknown>;
    const isReserved = flagOf(flag);
    if (typeof location !== "string" || isReserved === undefined) return [];
    return [
      {
        location: `/${location.slice(0, MAX_PATTERN_CHARS).replace(/^\/+/, "")}`,
        isReserved,
        policy: textOf(policy),
      },
    ];
  });
};

const stated = (
  from: "header" | "meta" | "tdmrep.json",
  isReserved: boolean,
  value: string,
  policy: string | undefined,
): Statement => ({
  signal: "tdm-reservation",
  from,
  value: shorten(value),
  ...(policy !== undefined && { url: shorten(policy) }),
  reserves: isReserved ? [...AI_USES] : [],
  allows: isReserved ? [] : [...AI_USES],
});

/** @returns null if the header or `meta` says nothing */
export const readTdmValue = (
  from: "header" | "meta",
  value: string | undefined,
  policy: string | undefined,
): Statement | null => {
  const isReserved = flagOf(value);
  return isReserved === undefined ? null : stated(from, isReserved, String(value), policy);
};

/** What a site's file says about a path; of rules that match equally well, one that reserves. */
export const tdmRuleFor = (rules: readonly TdmRule[], path: string): Statement | null => {
  const matching = bestFor(rules, path, ({ location }) => location);
  const rule = matching.find(({ isReserved }) => isReserved) ?? matching[0];
  if (!rule) return null;
  return stated("tdmrep.json", rule.isReserved, `${rule.location}: ${rule.isReserved ? 1 : 0}`, rule.policy);
};
