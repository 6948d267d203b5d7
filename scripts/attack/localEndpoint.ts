/** Calls the local runner's Invoke API without being one of its operator commands. */
import { request } from "node:http";
import type { Observed } from "./attacker.ts";
import type { Attack } from "./expectations.ts";

const EVIL = "http://evil.example";

const invoke = (
  host: string,
  port: string,
  path: string,
  headers: Record<string, string>,
): Promise<Observed> =>
  new Promise((resolve, reject) => {
    const sent = request({ host, port, path, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => {
        const status = response.statusCode ?? null;
        resolve({ status, code: status === 403 ? "refused" : "answered", message: text.slice(0, 200) });
      });
    });
    sent.once("error", reject).end(JSON.stringify({ email: "thief@example.com" }));
  });

/** @param lambda URL of the runner's Invoke API, with its token */
export const byLocalEndpoint = (lambda: string): Attack[] => {
  const { hostname, port, host, pathname: token } = new URL(lambda);
  const tricks: Readonly<Record<string, readonly [prefix: string, headers: Record<string, string>]>> = {
    "a foreign Origin": [token, { host, origin: EVIL }],
    "a foreign Origin without the token": ["", { host, origin: EVIL }],
    "an opaque Origin": [token, { host, origin: "null" }],
    "an Origin of this machine": [token, { host, origin: "http://localhost:3000" }],
    "a foreign Host": [token, { host: `evil.example:${port}` }],
    "a foreign Host and its Origin": [token, { host: `evil.example:${port}`, origin: `${EVIL}:${port}` }],
    "no token": ["", { host }],
    "a wrong token": [`/${"a".repeat(32)}`, { host }],
    "half of the token": [token.slice(0, token.length / 2), { host }],
    "the token in a longer word": [`${token}x`, { host }],
  };
  return Object.entries(tricks).flatMap(([trick, [prefix, headers]]) =>
    ["createAccount", "deleteAccount"].map((name) => ({
      surface: "local Invoke API",
      trick: `${name}, ${trick}`,
      expects: "closed" as const,
      perform: () => invoke(hostname, port, `${prefix}/2015-03-31/functions/${name}/invocations`, headers),
    })),
  );
};
