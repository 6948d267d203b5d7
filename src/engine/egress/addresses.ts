/** Decides which IP addresses are public, as data: each denied range with its source. */
import ipaddr from "ipaddr.js";

/** IPv6 is public only within global unicast space: RFC 4291, IANA "IPv6 Global Unicast Address Assignments". */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR("2000::/3");

const DENIED_RANGES: readonly (readonly [range: string, source: string])[] = [
  ["0.0.0.0/8", "RFC 791: this network"],
  ["10.0.0.0/8", "RFC 1918: private"],
  ["100.64.0.0/10", "RFC 6598: carrier-grade NAT"],
  ["127.0.0.0/8", "RFC 1122: loopback"],
  ["168.63.129.16/32", "Azure: platform service of every virtual machine"],
  ["169.254.0.0/16", "RFC 3927: link-local, where clouds serve instance metadata"],
  ["172.16.0.0/12", "RFC 1918: private"],
  ["192.0.0.0/24", "RFC 6890: IETF protocol assignments"],
  ["192.0.2.0/24", "RFC 5737: documentation"],
  ["192.88.99.0/24", "RFC 7526: 6to4 relay anycast, withdrawn"],
  ["192.168.0.0/16", "RFC 1918: private"],
  ["198.18.0.0/15", "RFC 2544: benchmarking"],
  ["198.51.100.0/24", "RFC 5737: documentation"],
  ["203.0.113.0/24", "RFC 5737: documentation"],
  ["224.0.0.0/4", "RFC 5771: multicast"],
  ["240.0.0.0/4", "RFC 1112: reserved, and broadcast"],
  ["2001::/23", "RFC 2928: IETF protocol assignments, with Teredo (RFC 4380) and benchmarking (RFC 5180)"],
  ["2001:db8::/32", "RFC 3849: documentation"],
  ["2002::/16", "RFC 3056: 6to4, which wraps any IPv4 address"],
  ["3ffe::/16", "RFC 3701: 6bone, withdrawn"],
  ["3fff::/20", "RFC 9637: documentation"],
];

const DENIED = DENIED_RANGES.map(([range]) => ipaddr.parseCIDR(range));

/** Whether an IP address (as text) is on the public internet; false if the text is not an IP address. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  // IPv4-mapped IPv6 (::ffff:a.b.c.d) is checked as the IPv4 address that it reaches.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv6" && !parsed.match(GLOBAL_UNICAST_V6)) return false;
  return !DENIED.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
};
