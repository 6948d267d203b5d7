/** Attacks on how people sign in: each must let nobody in, and say nothing about who has an account. */
import { needsPerson } from "../../src/contract/operation.ts";
import { operationEntries } from "../../src/contract/operations.ts";
import {
  deviceCodes,
  deviceTokens,
  makeKey,
  sessionTokens,
  signInTokens,
  ssoStates,
} from "../../src/domain/keys/format.ts";
import type { Observed } from "./attacker.ts";
import type { Attack } from "./expectations.ts";

type Headers = Readonly<Record<string, string>>;

/** What would let the attacker in, in a response's headers or body. */
const LETS_IN = /gl_(?:sess|user|live)_\w{36}/;

/** A request is harmless if it is refused by the service itself, and the response has nothing to sign in with. */
const judge = async (response: Response): Promise<Observed> => {
  const { status, headers } = response;
  const text = await response.text();
  const isRefused = status >= 400 && status < 500;
  const isHarmless = isRefused && !LETS_IN.test(text + headers.getSetCookie().join());
  return { status, code: isHarmless ? "harmless" : "let-in", message: text.slice(0, 200) };
};

/** What is sent in place of a person's session. */
const CREDENTIALS: Readonly<Record<string, () => Headers>> = {
  "no session": () => ({}),
  "a made-up cookie": () => ({ cookie: `gleaner=${sessionTokens.make()}` }),
  "a made-up cookie with the prefix of https": () => ({ cookie: `__Host-gleaner=${sessionTokens.make()}` }),
  "two cookies of one name": () => ({ cookie: `gleaner=; gleaner=${sessionTokens.make()}` }),
  "a device's token as a cookie": () => ({ cookie: `gleaner=${deviceTokens.make()}` }),
  "a made-up device's token": () => ({ "x-api-key": deviceTokens.make() }),
  "a cookie's token as a bearer token": () => ({ authorization: `Bearer ${sessionTokens.make()}` }),
  "a sign-in link's token as a cookie": () => ({ cookie: `gleaner=${signInTokens.make()}` }),
  "a made-up key": () => ({ "x-api-key": makeKey() }),
};

/** What is sent as a company's code, and as what its identity provider returned. */
const COMPANY = "BCDF-GHJK-LMNP";
const RETURNED: Readonly<Record<string, object>> = {
  "a made-up state": { query: `code=x&state=${ssoStates.make()}` },
  "a sign-in link's token as the state": { query: `code=x&state=${signInTokens.make()}` },
  "a device's code": { query: `code=${deviceCodes.make()}&state=${deviceCodes.make()}` },
  "no code": { query: "state=" },
  "two states": { query: `code=x&state=${ssoStates.make()}&state=${ssoStates.make()}` },
  "another issuer": { query: `code=x&state=${ssoStates.make()}&iss=https://evil.example` },
  "an ID token": { query: `id_token=eyJhbGciOiJub25lIn0.e30.&state=${ssoStates.make()}` },
  "a provider's refusal": { query: "error=access_denied" },
  "an object": { query: { state: { $ne: null } } },
  "a megabyte": { query: `state=${"x".repeat(1_000_000)}` },
  "an account's id as the company": { company: "acct-0", query: "code=x&state=x" },
  "a key of the table as the company": { company: "SSOCODE#X", query: "code=x&state=x" },
  "an address to return to": { query: "code=x&state=x", redirectUri: "https://evil.example" },
};

/** What is sent in place of a token. */
const TOKENS: Readonly<Record<string, () => unknown>> = {
  "made up": signInTokens.make,
  "of a device": deviceCodes.make,
  "a key": makeKey,
  "an operator of a query": () => ({ $ne: null }),
  "a list": () => [signInTokens.make()],
  "a prototype": () => JSON.parse('{"__proto__":{"token":"x"}}'),
  "with a zero": () => `${signInTokens.make()}\u0000`,
  "a key of the table": () => "SIGNINLINK#x",
  "a megabyte": () => "x".repeat(1_000_000),
};

const foreignOrigins = (url: string): Readonly<Record<string, Headers>> => ({
  "without an Origin": {},
  "an opaque Origin": { origin: "null" },
  "a foreign Origin": { origin: "https://evil.example" },
  "an Origin that begins like ours": { origin: `${url}.evil.example` },
  "an Origin that ends like ours": { origin: `https://evil.example/${url}` },
  "our host by another scheme": { origin: url.replace(/^http:/, "https:") },
});

/** Whether two addresses, of which one has an account, are answered alike. */
const compare = async (
  ask: (email: string) => Promise<Response>,
  emails: readonly string[],
): Promise<Observed> => {
  const answers = await Promise.all(
    emails.map(async (email) => {
      const response = await ask(email);
      return `${response.status} ${(await response.text()).replaceAll(/"requestId":"[^"]*"/g, "")}`;
    }),
  );
  const isSame = new Set(answers).size === 1;
  return { status: null, code: isSame ? "same" : "different", message: answers.join(" | ") };
};

/** @param url of the service under attack */
export const bySignIn = (url: string): Attack[] => {
  const own = { origin: url };
  const send = (method: string, path: string, body: unknown, headers: Headers): Promise<Response> =>
    fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "manual",
    });
  const attack = (surface: string, trick: string, perform: () => Promise<Response>): Attack => ({
    surface,
    trick,
    expects: "harmless",
    perform: async () => judge(await perform()),
  });
  const personal = operationEntries()
    .filter(([, row]) => needsPerson(row))
    .flatMap(([, { method, path }]) => {
      const place = path.replaceAll(/\{\w+\}/g, "BCDF-GHJK");
      const body = method === "PUT" ? { decision: "approve", accountId: "acct-0" } : undefined;
      return Object.entries(CREDENTIALS).map(([trick, headers]) =>
        attack(`${method} ${path}`, trick, () => send(method, place, body, { ...own, ...headers() })),
      );
    });
  const tokens = Object.entries(TOKENS).flatMap(([trick, make]) => [
    attack("POST /sign-in/finish", trick, () => send("POST", "/sign-in/finish", { token: make() }, own)),
    attack("POST /sign-in/device/finish", trick, () =>
      send("POST", "/sign-in/device/finish", { deviceCode: make() }, {}),
    ),
  ]);
  const origins = Object.entries(foreignOrigins(url)).flatMap(([trick, headers]) => [
    attack("POST /sign-in", trick, () =>
      send("POST", "/sign-in", { email: "owner@gleaner.localhost" }, headers),
    ),
    attack("POST /sign-in/finish", trick, () =>
      send("POST", "/sign-in/finish", { token: signInTokens.make() }, headers),
    ),
    ...["/sign-in/sso", "/sign-in/sso/finish"].map((path) =>
      attack(`POST ${path}`, trick, () =>
        send("POST", path, { company: COMPANY, query: "state=x" }, headers),
      ),
    ),
  ]);
  const returned = Object.entries(RETURNED).flatMap(([trick, body]) => [
    attack("POST /sign-in/sso/finish", trick, () =>
      send(
        "POST",
        "/sign-in/sso/finish",
        { company: COMPANY, ...body },
        { ...own, cookie: `gleaner-sign-in=${sessionTokens.make()}` },
      ),
    ),
  ]);
  return [
    ...personal,
    ...tokens,
    ...origins,
    ...returned,
    {
      surface: "POST /sign-in",
      trick: "finding out who has an account",
      expects: "same",
      perform: () =>
        compare(
          (email) => send("POST", "/sign-in", { email }, own),
          ["owner@gleaner.localhost", "nobody@gleaner.localhost"],
        ),
    },
  ];
};
