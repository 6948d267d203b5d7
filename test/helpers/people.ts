/** People who sign in as a browser does: with cookies, from the service's own origin. */
import { type Answer, testService, until } from "./api.ts";

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The mails to an address, oldest first. */
export const mailsTo = async (
  address: string,
  subject: RegExp = /./,
  inbox = testService().inbox,
): Promise<Mail[]> => {
  const mails = (await (await fetch(`${inbox}.json`)).json()) as Mail[];
  return mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject)).toReversed();
};

/** Waits for the n-th mail to an address. */
const nthMail = async (address: string, subject: RegExp, n: number, inbox: string): Promise<Mail> => {
  const mails = await until(
    () => mailsTo(address, subject, inbox),
    (found) => found.length >= n,
  );
  const mail = mails[n - 1];
  if (!mail) throw new Error("there is no mail");
  return mail;
};

/** The token in a mail's sign-in link. */
export const tokenIn = ({ text }: { readonly text: string }): string => {
  const token = /#token=(gl_link_\w+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in: ${text}`);
  return token;
};

interface Sent {
  /** null: the request has no Origin, as of a program. */
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser with cookies of its own. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #inbox: string;

  /** @param service the suite's, or one that a test has started */
  constructor({ url, inbox }: { readonly url: string; readonly inbox: string } = testService()) {
    this.#url = url;
    this.#inbox = inbox;
  }

  async call(method: string, path: string, body?: unknown, sent: Sent = {}): Promise<Answer> {
    const origin = sent.origin === undefined ? new URL(this.#url).origin : sent.origin;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(this.#url.replace(/\/$/, "") + path, {
      method,
      redirect: "manual",
      headers: {
        ...(cookie !== "" && { cookie }),
        ...(origin !== null && { origin }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...sent.headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  #keep(set: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (/max-age=0\b/i.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Asks for a link and returns the token in it. */
  async askForLink(email: string): Promise<string> {
    const before = (await mailsTo(email, /sign-in/, this.#inbox)).length;
    const { status } = await this.call("POST", "/sign-in", { email });
    if (status !== 202) throw new Error(`asking for a link answers ${status}`);
    return tokenIn(await nthMail(email, /sign-in/, before + 1, this.#inbox));
  }

  /** Signs in with a link. @returns the session */
  async signIn(email: string): Promise<Answer["body"]> {
    const token = await this.askForLink(email);
    const { status, body } = await this.call("POST", "/sign-in/finish", { token });
    if (status !== 200) throw new Error(`signing in answers ${status}: ${JSON.stringify(body)}`);
    return body.data;
  }
}

export const uniqueAddress = (name: string): string => `${name}-${crypto.randomUUID()}@example.com`;

/** Invites somebody and has them accept. @returns their browser, whose session is about the account */
export const join = async (
  owner: { readonly post: (path: string, body: unknown) => Promise<Answer> },
  role: string,
  email = uniqueAddress(role),
): Promise<{ readonly browser: TestBrowser; readonly email: string; readonly id: string }> => {
  await owner.post("/people", { email, role });
  const browser = new TestBrowser();
  const { invitations, person } = await browser.signIn(email);
  const answer = await browser.call("POST", `/invitations/${invitations.at(-1).id}/accept`);
  if (answer.status !== 200) throw new Error(`accepting answers ${answer.status}`);
  return { browser, email, id: person.id };
};
