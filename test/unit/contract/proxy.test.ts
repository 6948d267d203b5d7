import { describe, expect, it } from "@jest/globals";
import { parseProxy } from "../../../src/contract/flows/proxy.ts";

describe("a proxy URL", () => {
  it.each([
    ["http://proxy.example", { protocol: "http:", port: 80, credentials: null }],
    [
      "https://a:b@proxy.example/",
      { protocol: "https:", port: 443, credentials: { username: "a", password: "b" } },
    ],
    ["socks5://a%40b:c%3Ad@proxy.example", { port: 1080, credentials: { username: "a@b", password: "c:d" } }],
    ["http://proxy.example:3128", { hostname: "proxy.example", port: 3128 }],
  ])("is accepted: %s", (text, expected) => expect(parseProxy(text)).toMatchObject(expected));

  it.each([
    "",
    "proxy",
    "ftp://proxy",
    "socks4://proxy",
    "http://proxy/path",
    "http://proxy?x",
    "http://a:%0d@proxy",
  ])("is rejected: %j", (text) => expect(parseProxy(text)).toBeNull());
});
