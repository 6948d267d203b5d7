/**
 * An OpenID Connect provider of the npm package `oidc-provider`: everybody who comes is signed in as `who`, and tests can make
 * it lie about them.
 */
import { createServer, type RequestListener } from "node:http";
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { Provider } from "oidc-provider";
import { listen } from "./pageServer.ts";

export const CLIENT = { id: "gleaner", secret: "the secret of the client" } as const;

interface Who {
  readonly sub: string;
  readonly email?: string | undefined;
  readonly email_verified?: unknown;
  readonly groups?: unknown;
}

/** What a provider that lies changes. */
export interface Lies {
  /** Claims of the ID token. */
  readonly claims?: JWTPayload;
  /** The ID token is signed with a key that the provider does not publish, or with none. */
  readonly signature?: "foreign" | "none";
  /** Values of the discovery document. */
  readonly discovery?: Readonly<Record<string, unknown>>;
}

export interface OidcProvider {
  readonly port: number;
  readonly issuer: string;
  /** Who signs in next. */
  who: Who;
  lies: Lies;
  /** Where the provider may send browsers back to. */
  readonly redirectUris: Set<string>;
  /** Paths that were asked for. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const DISCOVERY = "/.well-known/openid-configuration";

export const startOidcProvider = async (): Promise<OidcProvider> => {
  const [own, foreign] = await Promise.all([1, 2].map(() => generateKeyPair("RS256", { extractable: true })));
  if (!own || !foreign) throw new Error("there are no keys");
  const jwk = { ...(await exportJWK(own.privateKey)), kid: "own", alg: "RS256", use: "sig" };
  let handle: RequestListener = () => {};
  const server = createServer((request, response) => handle(request, response));
  const port = await listen(server);
  const issuer = `http://127.0.0.1:${port}`;
  const state: OidcProvider = {
    port,
    issuer,
    who: { sub: "nobody" },
    lies: {},
    redirectUris: new Set(),
    asked: [],
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ["https://gleaner.example/"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], groups: ["groups"] },
    scopes: ["openid", "email", "groups"],
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...state.who, sub }) }),
    loadExistingGrant: async ({ oidc: { client, session, provider: by } }) => {
      const grant = new by.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid email groups");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => state.redirectUris.has(uri);

  const lie = async (idToken: string): Promise<string> => {
    const claims = { ...decodeJwt(idToken), ...state.lies.claims };
    if (state.lies.signature === "none") return new UnsecuredJWT(claims).encode();
    const { privateKey } = state.lies.signature === "foreign" ? foreign : own;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own" }).sign(privateKey);
  };
  provider.use(async (context, next) => {
    await next();
    const body = context.body as Record<string, unknown> | undefined;
    if (context.path === "/token" && typeof body?.id_token === "string")
      body.id_token = await lie(body.id_token);
    if (context.path === DISCOVERY) context.body = { ...body, ...state.lies.discovery };
  });

  const answer = provider.callback();
  handle = (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    state.asked.push(pathname);
    if (!pathname.startsWith("/interaction/")) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: state.who.sub } });
  };
  return state;
};

/** Opens the provider's page as a browser does. @returns the first address that is not the provider's */
export const visitProvider = async (address: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  let url = new URL(address);
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map((each) => each.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(`the provider answers ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
    if (url.origin !== origin) return url;
  }
  throw new Error("the provider redirects forever");
};
