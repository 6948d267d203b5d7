import { expect, it } from "@jest/globals";
import { isLedAway, isSignInPage } from "../../../../src/engine/collection/signIn/signInPage.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";

const FORM = '<form><input name="user"><input type="Password"><button>Sign in</button></form>';
const WORDS = "<p>A lamp of brass, made by hand, with a shade of linen.</p>".repeat(8);

it.each([
  ["a form in the content", `<main><h1>Welcome</h1>${WORDS}${FORM}</main>`, true],
  ["little but a form", `<header>${FORM}</header>`, true],
  ["a form in the header", `<header>${FORM}</header><main>${WORDS}</main>`, false],
  ["a form in a box of the header", `<div class="site-header">${FORM}</div><main>${WORDS}</main>`, false],
  ["a form in a dialog", `<main>${WORDS}</main><div role="dialog">${FORM}</div>`, false],
  ["no form", "<main>Sign in</main>", false],
])("a page with %s", (_what, html, is) => {
  expect(
    isSignInPage(parseDocument(`<body class="has-header">${html}</body>`, { url: "https://shop.test/" })),
  ).toBe(is);
});

it.each([
  ["/orders", "/sign-in", true],
  ["/orders", "/de/sign-in", true],
  ["/", "/login", true],
  ["/lamps", "/lamps/", false],
  ["/", "/de/", false],
  ["/", "/en-gb/index.html", false],
  ["/lamps", "/de/lamps", false],
])("from %s to %s", (asked, got, is) => {
  expect(isLedAway(`https://shop.test${asked}`, `https://shop.test${got}`)).toBe(is);
});
