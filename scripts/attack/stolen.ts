/** Attacks with what is real: links, cookies, invitations and codes that work, used again, at once or by somebody else. */
import { sessionTokens } from "../../src/domain/keys/format.ts";
import type { Attacker, Observed } from "./attacker.ts";
import { Browser, type Reply } from "./browser.ts";
import type { Attack } from "./expectations.ts";
import { createVictims, newAddress, type Victims } from "./victims.ts";

const EVIL = "evil.example";

const observed = (isHarmless: boolean, replies: readonly Reply[]): Observed => ({
  status: replies.at(-1)?.status ?? null,
  code: isHarmless ? "harmless" : "let-in",
  message: replies.map(({ status, text }) => `${status} ${text.slice(0, 100)}`).join(" | "),
});

const isRefused = ({ status }: Reply): boolean => status >= 400 && status < 500;

/** Harmless if all of the requests are refused. */
const refused = async (...requests: readonly Promise<Reply>[]): Promise<Observed> => {
  const replies = await Promise.all(requests);
  return observed(replies.every(isRefused), replies);
};

/** Harmless if one of the requests succeeds, as it should, and no other. */
const once = async (
  requests: readonly Promise<Reply>[],
  succeeded = (reply: Reply) => reply.status < 300,
) => {
  const replies = await Promise.all(requests);
  return observed(replies.filter(succeeded).length === 1, replies);
};

type Trick = readonly [surface: string, trick: string, perform: () => Promise<Observed>];

const withLinks = (url: string, { invite, askForLink, mailTo }: Victims): Trick[] => {
  const surface = "POST /sign-in/finish";
  const finish = (browser: Browser, token: string, email?: string) =>
    browser.send("POST", "/sign-in/finish", { token, ...(email !== undefined && { email }) });
  return [
    [
      surface,
      "a link that was used before, with the cookies it had",
      async () => {
        const { email } = await invite();
        const browser = new Browser(url);
        const token = await askForLink(email, browser);
        const thief = browser.copy();
        await browser.must("POST", "/sign-in/finish", { token });
        return refused(finish(thief, token), finish(new Browser(url), token, email));
      },
    ],
    [
      surface,
      "a link in two browsers at once",
      async () => {
        const { email } = await invite();
        const token = await askForLink(email, new Browser(url));
        return once([finish(new Browser(url), token, email), finish(new Browser(url), token, email)]);
      },
    ],
    [
      surface,
      "the attacker's link in the victim's browser",
      async () => {
        const { email } = await invite();
        const token = await askForLink(email, new Browser(url));
        const victim = new Browser(url);
        return refused(finish(victim, token), finish(victim, token, newAddress()));
      },
    ],
    [
      "POST /sign-in",
      "a link that leads to the attacker, by forged hosts",
      async () => {
        const { email } = await invite();
        const forged = { forwarded: `host=${EVIL}`, "x-forwarded-host": EVIL, "x-original-host": EVIL };
        const reply = await new Browser(url).send("POST", "/sign-in", { email }, forged);
        const { text } = await mailTo(email, /sign-in/);
        return observed(!text.includes(EVIL) && text.includes(new URL(url).host), [reply]);
      },
    ],
  ];
};

const withSessions = (url: string, { invite, askForLink, signIn, join }: Victims): Trick[] => [
  [
    "GET /session",
    "a cookie that was planted before the victim signed in",
    async () => {
      const { email } = await invite();
      const planted = new Map([["gleaner", sessionTokens.make()]]);
      const victim = new Browser(url, planted);
      const token = await askForLink(email, victim);
      await victim.must("POST", "/sign-in/finish", { token });
      return refused(new Browser(url, planted).send("GET", "/session"));
    },
  ],
  [
    "GET /session",
    "the attacker's own session, planted before the victim signed in",
    async () => {
      const attacker = await signIn();
      const { email } = await invite();
      const victim = attacker.browser.copy();
      const token = await askForLink(email, victim);
      await victim.must("POST", "/sign-in/finish", { token });
      return refused(attacker.browser.send("GET", "/session"));
    },
  ],
  [
    "GET /session",
    "a cookie after its session has ended",
    async () => {
      const { browser } = await signIn();
      const thief = browser.copy();
      await browser.must("DELETE", "/session");
      return refused(thief.send("GET", "/session"), thief.send("GET", "/flows"));
    },
  ],
  [
    "DELETE /sessions/{id}",
    "the session of somebody else",
    async () => {
      const [victim, thief] = await Promise.all([join(), join("editor")]);
      return refused(thief.browser.send("DELETE", `/sessions/${victim.session.id}`));
    },
  ],
  [
    "PUT /people/{id}",
    "a viewer who makes themselves an owner",
    async () => {
      const { browser, session } = await join();
      return refused(
        browser.send("PUT", `/people/${session.person.id}`, { role: "owner" }),
        browser.send("POST", "/people", { email: newAddress(), role: "owner" }),
      );
    },
  ],
];

const withInvitations = ({ invite, signIn }: Victims): Trick[] => {
  const surface = "POST /invitations/{id}/accept";
  const accept = (browser: Browser, id: string) => browser.send("POST", `/invitations/${id}/accept`);
  return [
    [
      surface,
      "an invitation of somebody else",
      async () => {
        const [{ id }, thief] = await Promise.all([invite("owner"), signIn()]);
        return refused(accept(thief.browser, id));
      },
    ],
    [
      surface,
      "an invitation twice at once",
      async () => {
        const { browser, invitationId } = await signIn();
        return once([accept(browser, invitationId), accept(browser.copy(), invitationId)]);
      },
    ],
  ];
};

const withDevices = (url: string, { join, startDevice }: Victims, { send }: Attacker): Trick[] => {
  const approve = (browser: Browser, code: string) =>
    browser.send("PUT", `/sign-in/device/${code}`, { decision: "approve" });
  const finish = (deviceCode: string) =>
    new Browser(url).send("POST", "/sign-in/device/finish", { deviceCode });
  return [
    [
      "PUT /sign-in/device/{code}",
      "a code that two people approve at once",
      async () => {
        const [{ userCode }, one, another] = await Promise.all([startDevice(), join(), join()]);
        return once([approve(one.browser, userCode), approve(another.browser, userCode)]);
      },
    ],
    [
      "POST /sign-in/device/finish",
      "an approved code twice at once",
      async () => {
        const [{ userCode, deviceCode }, { browser }] = await Promise.all([startDevice(), join()]);
        await approve(browser, userCode);
        return once([finish(deviceCode), finish(deviceCode)], ({ text }) => text.includes("gl_user_"));
      },
    ],
    [
      "GET /flows",
      "a device's token after its person was removed",
      async () => {
        const [{ userCode, deviceCode }, { browser, session }] = await Promise.all([startDevice(), join()]);
        await approve(browser, userCode);
        const { token } = JSON.parse((await finish(deviceCode)).text).data as { token: string };
        const device = () => new Browser(url).send("GET", "/flows", undefined, { "x-api-key": token });
        const before = await device();
        await send("DELETE", `/people/${session.person.id}`);
        const after = await device();
        return observed(before.status === 200 && isRefused(after), [before, after]);
      },
    ],
  ];
};

/** Addresses that a careless redirect would take for paths of its own. */
const ELSEWHERE = [
  `//${EVIL}`,
  `/%2f%2f${EVIL}`,
  `/\\${EVIL}`,
  `/dashboard//${EVIL}`,
  `/dashboard/sign-in?next=https://${EVIL}`,
  `/dashboard/device?redirect_uri=https://${EVIL}`,
];

const withRedirects = (url: string): Trick[] =>
  ELSEWHERE.map((path) => [
    "GET /…",
    `a redirect elsewhere: ${path}`,
    async () => {
      const reply = await new Browser(url).send("GET", path);
      const location = reply.headers.get("location") ?? url;
      return observed(new URL(location, url).origin === new URL(url).origin, [reply]);
    },
  ]);

/**
 * @param url of the service under attack
 * @param inbox with the mail that it sends
 */
export const byTheft = (url: string, attacker: Attacker, inbox: string): Attack[] => {
  const victims = createVictims(url, attacker, inbox);
  return [
    ...withLinks(url, victims),
    ...withSessions(url, victims),
    ...withInvitations(victims),
    ...withDevices(url, victims, attacker),
    ...withRedirects(url),
  ].map(([surface, trick, perform]) => ({ surface, trick, expects: "harmless", perform }));
};
