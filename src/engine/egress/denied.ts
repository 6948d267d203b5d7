/** Targets that the operator denies, wherever a connection to them would come from. */
import { BlockList, isIP } from "node:net";
import { DomainError } from "../../contract/errors.ts";

/** The operator's rules. A new object means that they have changed. */
export interface Denied {
  /** The rule that denies a host name or an IP address; undefined if none does. */
  ruleFor(host: string): string | undefined;
}

/** Reads the rules, at most a minute old. */
export type ReadDenied = () => Promise<Denied>;

export const NOTHING_DENIED: Denied = { ruleFor: () => undefined };

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

const createRange = (rule: string) => {
  const [address = "", bits] = rule.split("/");
  const list = new BlockList();
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
  return { rule, list };
};

const isRange = (rule: string): boolean => isIP(rule.split("/")[0] ?? "") !== 0;

/** A host and the domains above it: `a.b.example`, `b.example`, `example`. */
const domainsOf = (host: string): string[] => {
  const labels = host.split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
};

/** @param rules as `DenyRule` returns them */
export const compileDenied = (rules: readonly string[]): Denied => {
  const hosts = new Set(rules.filter((rule) => !isRange(rule)));
  const ranges = rules.filter(isRange).map(createRange);
  return {
    ruleFor: (host) => {
      const name = host.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
      if (isIP(name) === 0) return domainsOf(name).find((domain) => hosts.has(domain));
      return ranges.find(({ list }) => list.check(name, familyOf(name)))?.rule;
    },
  };
};

/** The error for a denied target. Unlike the one for private addresses, it says why: the rule is the operator's own. */
export const denyTarget = (host: string, rule: string): DomainError =>
  new DomainError(
    "target-denied",
    `The operator of this service denies connections to ${host} (rule: ${rule}).`,
  );

/** @throws DomainError `target-denied` */
export const refuseDenied = (denied: Denied, { hostname }: URL): void => {
  const rule = denied.ruleFor(hostname);
  if (rule !== undefined) throw denyTarget(hostname, rule);
};
