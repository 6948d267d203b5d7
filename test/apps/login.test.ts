import { describe, expect, it } from "@jest/globals";
import { appPage, flowOf } from "./helpers.ts";

const door = appPage(`<h1>Log in</h1><form method="post" action="/log-in">
  <p><label for="u">Username</label><input id="u" name="username"></p>
  <p><label for="p">Password</label><input id="p" type="password" name="password"></p>
  <button type="submit">Log in</button></form>`);

const LOGIN = [
  { type: "type", selector: 'input[name="username"]', text: "{{secret.username}}" },
  { type: "type", selector: 'input[name="password"]', text: "{{secret.password}}" },
  { type: "click", selector: "button" },
  { type: "wait", networkIdle: true },
];

describe("a prompt that asks to sign in first", () => {
  it.each([
    "Log in, then collect my orders: number, date and total",
    "log in, then collect all orders with number, date and total",
  ])("types the credentials from secrets, and reads the following page by field names: %s", (sentence) => {
    const { flow } = flowOf(door, sentence);
    expect(flow.steps.slice(1, 5)).toEqual(LOGIN);
    expect(flow.steps[5]).toEqual({ type: "extract" });
    expect(Object.values(flow.outputSchema)).toHaveLength(3);
    expect(flow.mode).toBe("interact");
    expect(flow.description).toContain("PUT /flows/{id}/secrets/username");
    expect(flow.description).toContain("was not opened");
  });

  it("lets the following page decide the fields if it names none", () => {
    const { flow } = flowOf(door, "Log in and get my orders");
    expect(flow.steps.slice(1, 5)).toEqual(LOGIN);
    expect(flow.outputSchema).toEqual({});
  });
});
