/** Rules by which an operator denies targets. */
import ipaddr from "ipaddr.js";
import * as z from "zod";

/** Largest prefix length by IP version. */
const PREFIX_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** 4, 6, or 0 for text that is not an address. */
const versionOf = (address: string): number => {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return 4;
  return ipaddr.IPv6.isValid(address) ? 6 : 0;
};

/** An address or a range, such as `192.0.2.0/24`. */
const rangeIn = (text: string): string | null => {
  const [, address = "", bits] = /^\[?([^\][/]+)\]?(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = versionOf(address);
  if (version === 0 || Number(bits ?? 0) > (PREFIX_BITS[version] ?? 0)) return null;
  return bits === undefined ? address : `${address}/${Number(bits)}`;
};

/** A host as browsers spell it. `*.example.com` means the same as `example.com`. */
const hostIn = (text: string): string | null => {
  const name = text.replace(/^\*\./, "").replace(/\.+$/, "");
  const url = /^[^\s/:@?#\\]+$/.test(name) ? URL.parse(`http://${name}`) : null;
  if (url === null) return null;
  return versionOf(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? url.hostname : rangeIn(url.hostname);
};

/** What a rule denies: a host with its subdomains, an IP address, or a range of addresses. */
export const DenyRule = z
  .string()
  .max(300)
  .transform((text, context) => {
    const rule = rangeIn(text.trim()) ?? hostIn(text.trim());
    if (rule !== null) return rule;
    context.addIssue({
      code: "custom",
      message:
        "must be a host such as shop.example, an IP address, or a range such as 192.0.2.0/24, without scheme, port or path",
    });
    return z.NEVER;
  });
