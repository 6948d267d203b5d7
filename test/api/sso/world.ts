/** Accounts with single sign-on, and the identity providers that people sign in with. */
import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import { type Answer, type Api, newAccount, testService } from "../../helpers/api.ts";
import { CLIENT, type OidcProvider, startOidcProvider, visitProvider } from "../../helpers/oidcProvider.ts";
import { TestBrowser, uniqueAddress } from "../../helpers/people.ts";
import type { StartedService } from "../../helpers/runnerProcess.ts";

interface Company {
  readonly account: Api;
  readonly email: string;
  readonly code: string;
}

export interface SsoWorld {
  readonly provider: OidcProvider;
  readonly other: OidcProvider;
  service: StartedService;
  /** An account of this test, and the browser of its owner. */
  company: Company;
  browser: TestBrowser;
}

/** Set up by `useSso`. */
export const world = {} as SsoWorld;

export const settings = (issuer: string, more: object = {}) => ({
  issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  ...more,
});

export const codeOf = (signInUrl: string): string => signInUrl.split("/").at(-1) ?? "";

/** An account with single sign-on. */
export const newCompany = async (by: OidcProvider, more: object = {}): Promise<Company> => {
  const email = uniqueAddress("owner");
  const account = await newAccount("scale", email, world.service);
  const { status, body } = await account.put("/account/sso", settings(by.issuer, more));
  if (status !== 200) throw new Error(`setting up answers ${status}: ${JSON.stringify(body)}`);
  by.redirectUris.add(body.data.signInUrl);
  return { account, email, code: codeOf(body.data.signInUrl) };
};

export const person = (email: string, more: object = {}) => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  ...more,
});

export const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });
export const REFUSED = refusal(401, "unauthenticated");

export const start = (by: TestBrowser, code: string) => by.call("POST", "/sign-in/sso", { company: code });
/** Sends a browser to the provider. @returns the query with which it comes back */
export const visit = async (by = world.browser, { code } = world.company): Promise<string> => {
  const { status, body } = await start(by, code);
  if (status !== 201) throw new Error(`starting answers ${status}: ${JSON.stringify(body)}`);
  return (await visitProvider(body.data.authorizationUrl)).search.slice(1);
};
export const finish = (query: string, by = world.browser, { code } = world.company): Promise<Answer> =>
  by.call("POST", "/sign-in/sso/finish", { company: code, query });
export const signIn = async (by = world.browser, into = world.company): Promise<Answer> =>
  finish(await visit(by, into), by, into);
export const peopleOf = async (
  { account } = world.company,
): Promise<{ id: string; email: string; role: string; status: string }[]> =>
  (await account.get("/people")).body.data;

/**
 * Starts two providers for a file's tests.
 *
 * @param startService a service that may reach them, at these ports; otherwise that of the suite
 */
export const useSso = (startService?: (ports: readonly number[]) => Promise<StartedService>): void => {
  beforeAll(async () => {
    const [provider, other] = [await startOidcProvider(), await startOidcProvider()];
    const service = (await startService?.([provider.port, other.port])) ?? testService();
    Object.assign(world, { provider, other, service });
  }, 120_000);
  afterAll(() => Promise.all([world.provider.stop(), world.other.stop()]));
  beforeEach(async () => {
    for (const each of [world.provider, world.other]) each.lies = {};
    world.company = await newCompany(world.provider);
    world.provider.who = person(world.company.email);
    world.browser = new TestBrowser(world.service);
  });
};
