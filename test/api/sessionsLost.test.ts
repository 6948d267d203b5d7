/** A kept session that has ended, on a site that was redesigned meanwhile. */
import { describe, expect, it } from "@jest/globals";
import type { Json } from "../helpers/api.ts";
import {
  account,
  createMembersFlow,
  passwordForm,
  run,
  sessionOf,
  startPlaceWithLogin,
  useShop,
} from "./sessions/world.ts";

useShop();

describe("a kept session", () => {
  const EMAIL =
    '<form method="post" action="/login"><input name="mail" autocomplete="username"><button>Next</button></form>';
  const REDESIGNED: readonly [what: string, page: string, address: string][] = [
    ["whose field has another name", passwordForm("word"), "/login"],
    ["that asks for an email address first", `<h1>Sign in</h1>${EMAIL}`, "/login"],
    ["that asks for a code", '<h1>Enter your code</h1><input autocomplete="one-time-code">', "/enter"],
    [
      "with one button, which names the page to lead back to",
      "<h1>Sign in</h1><button>Sign in with Acme</button>",
      "/start?next=%2Fmembers",
    ],
  ];
  it.each(REDESIGNED)(
    "has ended on a login page %s: the run fails, names the step and collects nothing",
    async (_what, page, address) => {
      const place = await startPlaceWithLogin();
      try {
        const id = await createMembersFlow(place.url);
        expect(await run(id)).toMatchObject({ status: "completed", outputPreview: [{ title: "Members" }] });
        place.redesign(page, address);
        place.expire();
        expect(await run(id)).toMatchObject({
          status: "failed",
          itemsExtracted: 0,
          error: { code: "sign-in-failed", step: "steps[0]", message: expect.stringContaining("#pass") },
        });
        expect(place.sent()).toEqual(["open"]);
        expect(await sessionOf(id)).toMatchObject({ failedSignIns: 1, signInStopped: false });
        place.redesign(passwordForm("pass"));
        expect(await run(id)).toMatchObject({ status: "completed", outputPreview: [{ title: "Members" }] });
        expect(place.sent()).toEqual(["open", "open"]);
      } finally {
        await place.stop();
      }
    },
  );

  it("counts as failed if the site asks again after the steps ran, even without a password field", async () => {
    const place = await startPlaceWithLogin();
    try {
      const once = '<form method="post" action="/login"><input name="mail"><button>Next</button></form>';
      place.redesign(`<h1>Sign in</h1>${once}`);
      const id = await createMembersFlow(place.url, "input[name=mail]");
      await account.put(`/flows/${id}/secrets/password`, { value: "wrong" });
      place.answerWith("<h1>Wait for our message</h1>");
      expect(await run(id)).toMatchObject({
        status: "failed",
        itemsExtracted: 0,
        error: {
          code: "sign-in-failed",
          step: "steps[1]",
          message: expect.stringContaining("/login still asks"),
        },
      });
    } finally {
      await place.stop();
    }
  });

  const DOUBTED: readonly [what: string, page: string, address: string | null, says: string][] = [
    [
      "leads elsewhere, to no form",
      "<h1>Welcome</h1><button>Sign in with Acme</button>",
      "/start",
      "may be a login page",
    ],
    [
      "itself shows a field to sign in with",
      `<h1>Sign in</h1>${EMAIL}`,
      null,
      "shows a field to sign in with",
    ],
  ];
  it.each(DOUBTED)(
    "is doubted, with a warning in the log, when the page %s",
    async (_what, page, address, says) => {
      const place = await startPlaceWithLogin();
      try {
        const id = await createMembersFlow(place.url);
        const signedIn = await run(id);
        expect(signedIn.logs.filter(({ level }: Json) => level === "warn")).toEqual([]);
        place.redesign(page, address);
        place.expire();
        const done = await run(id);
        expect(done.logs.filter(({ level }: Json) => level === "warn")).toMatchObject([
          { message: expect.stringMatching(`${says}.*Add an \`assert\``) },
        ]);
        expect(place.sent()).toEqual(["open"]);
      } finally {
        await place.stop();
      }
    },
  );
});
