/** Spellings of private addresses that attackers use, as data: a new trick is a new line. */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";

/** Spellings of loopback, as URLs with `PORT` as a placeholder. */
const LOOPBACK = [
  "http://127.0.0.1:PORT/",
  "http://127.0.0.2:PORT/",
  "http://127.255.255.254:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7f.1:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://017700000001:PORT/",
  "http://0.0.0.0:PORT/",
  "http://0:PORT/",
  "http://[::1]:PORT/",
  "http://[::]:PORT/",
  "http://[0:0:0:0:0:0:0:1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://localhost:PORT/",
  "http://LOCALHOST:PORT/",
  "http://LocalHost.:PORT/",
  "http://inner.localhost:PORT/",
  "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://１２７.0.0.1:PORT/",
  "http://127。0。0。1:PORT/",
  "http://127｡0｡0｡1:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "HTTP://127.0.0.1:PORT/",
  " http://127.0.0.1:PORT/ ",
  "http://127.0.0.1:0000PORT/",
  "https://127.0.0.1:PORT/",
  "https://[::1]:PORT/",
];

/** Text that a browser would take for loopback although a person did not mean it. */
const MALFORMED = [
  "http://127.0.0.1:PORT\\@localhost/",
  "http://user@127.0.0.1:PORT/",
  "http://user:secret@localhost:PORT/",
  "http://localhost@127.0.0.1:PORT/",
  "http:\\\\127.0.0.1:PORT\\",
  "http:/127.0.0.1:PORT/",
  "http:127.0.0.1:PORT/",
  "http://127.0.\t0.1:PORT/",
];

/** Only http and https are allowed. */
const SCHEMES = [
  "file:///etc/passwd",
  "FILE:///etc/passwd",
  "file://127.0.0.1/etc/passwd",
  "view-source:http://127.0.0.1:PORT/",
  "chrome://version",
  "about:blank",
  "data:text/html,<h1>x</h1>",
  "blob:http://127.0.0.1:PORT/x",
  "ftp://127.0.0.1:PORT/",
  "gopher://127.0.0.1:PORT/_x",
  "ws://127.0.0.1:PORT/",
  "javascript:fetch('http://127.0.0.1:PORT/')",
  "\\\\127.0.0.1@PORT\\share",
  "//127.0.0.1:PORT/",
];

const fill = (addresses: readonly string[], port: number): string[] =>
  addresses.map((address) => address.replaceAll("PORT", String(port)));

export const loopbackAddresses = (port: number): string[] => fill(LOOPBACK, port);
export const noAddresses = (port: number): string[] => fill([...MALFORMED, ...SCHEMES], port);

/**
 * Names that this machine's resolver maps to loopback although they do not look like it. They act like an attacker's
 * DNS name that points to a private address, without any packet leaving the machine.
 */
export const innerNames = (): string[] => {
  const lines = readFileSync("/etc/hosts", "utf8").split("\n");
  const names = lines.flatMap((line) => {
    const [address = "", ...aliases] = line.replace(/#.*/, "").trim().split(/\s+/);
    return isIP(address) === 4 && address.startsWith("127.") ? aliases : [];
  });
  return [...new Set(names)].filter((name) => !/^localhost|\.localhost$|\.local(domain)?$/.test(name));
};
