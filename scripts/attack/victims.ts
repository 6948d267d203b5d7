/** People on the service under attack, who have something to steal: links, sessions, invitations and codes that work. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Attacker } from "./attacker.ts";
import { Browser } from "./browser.ts";

const MAIL_WAIT_MS = 30_000;
const POLL_MS = 200;

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

interface Session {
  readonly id: string;
  readonly person: { readonly id: string };
  readonly invitations: readonly { readonly id: string }[];
}

interface Device {
  readonly deviceCode: string;
  readonly userCode: string;
}

export const newAddress = (): string => `victim-${randomUUID()}@gleaner.localhost`;

export const createVictims = (url: string, { send }: Attacker, inbox: string) => {
  const mailTo = async (address: string, subject: RegExp): Promise<Mail> => {
    for (let waitedMs = 0; waitedMs < MAIL_WAIT_MS; waitedMs += POLL_MS) {
      const mails = (await (await fetch(`${inbox}.json`)).json()) as Mail[];
      const mail = mails.find((each) => each.to.includes(address) && subject.test(each.subject));
      if (mail) return mail;
      await wait(POLL_MS);
    }
    throw new Error(`no mail came to ${address}`);
  };
  const invite = async (role = "viewer") => {
    const email = newAddress();
    const { status, body } = await send("POST", "/people", { email, role });
    if (status !== 201) throw new Error(`inviting is refused: ${status}`);
    return { email, id: body.data.id };
  };
  const askForLink = async (email: string, browser: Browser): Promise<string> => {
    await browser.must("POST", "/sign-in", { email });
    const { text } = await mailTo(email, /sign-in/);
    return /#token=(gl_link_\w+)/.exec(text)?.[1] ?? "";
  };
  /** Somebody who was invited and has signed in. */
  const signIn = async (role?: string) => {
    const { email, id } = await invite(role);
    const browser = new Browser(url);
    const token = await askForLink(email, browser);
    const session = await browser.must<Session>("POST", "/sign-in/finish", { token });
    return { email, browser, session, invitationId: id };
  };
  /** Somebody who has joined the account. */
  const join = async (role?: string) => {
    const guest = await signIn(role);
    await guest.browser.must("POST", `/invitations/${guest.invitationId}/accept`);
    return guest;
  };
  const startDevice = (): Promise<Device> =>
    new Browser(url).must<Device>("POST", "/sign-in/device", { name: "gleaner on a victim" });
  return { mailTo, invite, askForLink, signIn, join, startDevice };
};

export type Victims = ReturnType<typeof createVictims>;
