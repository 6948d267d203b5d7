import { describe, expect, it } from "@jest/globals";
import { readCookieFile } from "../../../../src/domain/sessions/cookieFile.ts";

const read = (cookies: Parameters<typeof readCookieFile>[0]["cookies"]) =>
  readCookieFile({ cookies }).cookies;
const faultOf = (cookies: Parameters<typeof readCookieFile>[0]["cookies"]): string => {
  try {
    read(cookies);
  } catch (error) {
    return (error as { details: { message: string }[] }).details[0]?.message ?? "";
  }
  return "accepted";
};

describe("cookies.txt", () => {
  const FILE = [
    "\uFEFF# Netscape HTTP Cookie File",
    "# https://curl.se/docs/http-cookies.html",
    "",
    ".shop.example\tTRUE\t/\tTRUE\t1900000000\ttoken\tabc=def==",
    "#HttpOnly_www.shop.example\tFALSE\t/account\tFALSE\t0\tsid\t42",
    "shop.example\tFALSE\t/\tTRUE\t1900000000.5\tempty",
    "",
  ];

  it.each([
    ["line feeds", "\n"],
    ["carriage returns", "\r\n"],
  ])("is read with comments and %s", (_name, end) => {
    expect(read(FILE.join(end))).toEqual([
      {
        name: "token",
        value: "abc=def==",
        domain: ".shop.example",
        path: "/",
        secure: true,
        httpOnly: false,
        expires: 1_900_000_000,
      },
      {
        name: "sid",
        value: "42",
        domain: "www.shop.example",
        path: "/account",
        secure: false,
        httpOnly: true,
      },
      {
        name: "empty",
        value: "",
        domain: "shop.example",
        path: "/",
        secure: true,
        httpOnly: false,
        expires: 1_900_000_000.5,
      },
    ]);
  });

  it.each([
    ["with spaces instead of tabs", ".shop.example TRUE / TRUE 0 a b", /line 1 is not a cookie/],
    ["of comments alone", "# Netscape HTTP Cookie File\n", /contains no cookies/],
    [
      "with a name that no cookie may have",
      "shop.example\tFALSE\t/\tFALSE\t0\ta;b\tc",
      /name of the cookie is not valid/,
    ],
    ["with a domain that is none", "sh op/\tFALSE\t/\tFALSE\t0\ta\tc", /domain of "a" is not valid/],
    [
      "with a value of 5,000 characters",
      `shop.example\tFALSE\t/\tFALSE\t0\ta\t${"v".repeat(5_000)}`,
      /more than 4096/,
    ],
  ])("%s is refused", (_name, text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });

  it("never appears with a value in an error", () => {
    expect(faultOf("shop.example\tFALSE\t/\tFALSE\t0\tsid\tca;nary")).not.toContain("nary");
  });
});

describe("cookies as JSON", () => {
  it.each([
    [
      "EditThisCookie and Cookie-Editor",
      {
        domain: ".shop.example",
        hostOnly: false,
        session: false,
        expirationDate: 1.9e9,
        sameSite: "no_restriction",
        secure: true,
      },
      { domain: ".shop.example", secure: true, sameSite: "None", expires: 1.9e9 },
    ],
    [
      "a session cookie of one host",
      { domain: "shop.example", hostOnly: true, session: true },
      { domain: "shop.example" },
    ],
    [
      "Puppeteer",
      { domain: "shop.example", expires: -1, sameSite: "Lax" },
      { domain: "shop.example", sameSite: "Lax" },
    ],
    ["milliseconds", { domain: ".shop.example", expires: 1.9e12 }, { expires: 1.9e9 }],
    ["a number as value", { domain: ".shop.example", value: 7 }, { value: "7" }],
    [
      "SameSite=None without Secure, which browsers refuse",
      { domain: ".shop.example", sameSite: "none" },
      {},
    ],
    [
      "the prefix __Host-, which promises Secure and one host",
      { name: "__Host-id", domain: ".shop.example", path: "/x" },
      { name: "__Host-id", domain: "shop.example", path: "/", secure: true },
    ],
  ])("from %s are read", (_name, cookie, expected) => {
    const given = { name: "a", value: "b", ...cookie };
    const base = {
      name: "a",
      value: "b",
      domain: ".shop.example",
      path: "/",
      secure: false,
      httpOnly: false,
    };
    expect(read(JSON.stringify([given]))).toEqual([{ ...base, ...expected }]);
    expect(read([given])).toEqual([{ ...base, ...expected }]);
  });

  it("from Cookie Quick Manager are read", () => {
    const cookie = {
      "Host raw": "https://.shop.example/",
      "Name raw": "sid",
      "Path raw": "/",
      "Content raw": "42",
      "Expires raw": "1900000000",
      "Send for raw": "true",
      "HTTP only raw": "true",
    };
    expect(read([cookie])).toEqual([
      {
        name: "sid",
        value: "42",
        domain: ".shop.example",
        path: "/",
        secure: true,
        httpOnly: true,
        expires: 1_900_000_000,
      },
    ]);
  });

  it("from Playwright include its local storage", () => {
    const state = {
      cookies: [{ name: "a", value: "b", domain: "shop.example", path: "/", expires: -1 }],
      origins: [{ origin: "https://shop.example", localStorage: [{ name: "token", value: "t" }] }],
    };
    expect(readCookieFile({ cookies: JSON.stringify(state) })).toMatchObject({
      cookies: [{ name: "a", domain: "shop.example" }],
      storages: { "https://shop.example": { local: { token: "t" } } },
    });
  });

  it.each([
    ["not valid JSON", "[1, 2", /is not valid JSON/],
    ["not a list", '{"a": 1}', /neither a list of cookies/],
    ["numbers", "[1]", /cookie 1 has no/],
    ["an empty list", "[]", /contains no cookies|has no/],
  ])("are refused: %s", (_name, text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });
});
