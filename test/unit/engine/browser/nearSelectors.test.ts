import { expect, it } from "@jest/globals";
import { parseActionSelector } from "../../../../src/contract/steps/actionSelectors.ts";
import { nearSelectors } from "../../../../src/engine/browser/nearSelectors.ts";

const CONTROLS = [
  { tag: "input", id: "", name: "username", type: "text", text: "Name" },
  { tag: "input", id: "pw", name: "", type: "password", text: "Password" },
  { tag: "button", id: "", name: "", type: "submit", text: "Log in" },
  { tag: "a", id: "", name: "", type: "", text: "Forgot your password?" },
  { tag: "select", id: "", name: "country", type: "", text: "" },
];

it.each([
  ["#user", ['input[name="username"]']],
  ["input.userName", ['input[name="username"]', "#pw"]],
  ["input[type=password]", ["#pw", 'input[name="username"]', 'a:contains("Forgot your password?")']],
  ['button:contains("Log in now")', ['button:contains("Log in")']],
  ["#cart", []],
])("for %s, names the controls that share its words", (selector, expected) => {
  expect(nearSelectors(parseActionSelector(selector), CONTROLS)).toEqual(expected);
});
