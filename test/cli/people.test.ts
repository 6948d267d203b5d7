/** People of an account and their roles, from the command line. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { join, uniqueAddress } from "../helpers/people.ts";

let account: Api;
let owner: string;
beforeAll(async () => {
  owner = uniqueAddress("owner");
  account = await newAccount("scale", owner);
});

const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });
const json = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await gleaner(...args, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};

describe("gleaner people", () => {
  it("invites a person, shows the invitation, and withdraws it by its address", async () => {
    const guest = uniqueAddress("guest");
    const { id } = await json("people", "invite", guest, "--role", "editor");
    expect(await json("people", "list")).toEqual([
      expect.objectContaining({ email: owner, role: "owner", status: "active" }),
      expect.objectContaining({ email: guest, role: "editor", status: "invited", id }),
    ]);
    expect(await json("people", "remove", guest.toUpperCase())).toMatchObject({ id });
    expect(await json("people", "list")).toHaveLength(1);
  });

  it("changes a member's role by address, and removes them by id", async () => {
    const { email, id } = await join(account, "viewer");
    expect(await json("people", "update", email, "--role", "editor")).toMatchObject({ id, role: "editor" });
    await json("people", "remove", id);
    expect(await json("people", "list")).toHaveLength(1);
  });

  it("keeps the last owner, and says why", async () => {
    const { exitCode, stderr } = await gleaner("people", "remove", owner);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("owner")]);
  });

  it.each([
    [["remove", "nobody@example.com"], 4, "Nobody in this account has the address nobody@example.com"],
    [["invite", "ada@example.com"], 2, "--role"],
    [["invite", "ada@example.com", "--role", "king"], 2, "owner, editor, viewer"],
    [["invite", "ada", "--role", "viewer"], 2, "email"],
  ])("refuses %j with exit code %i", async (args, code, words) => {
    const { exitCode, stderr } = await gleaner("people", ...args);
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)]);
  });
});
