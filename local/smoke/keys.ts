import { type Check, expectError, idOf, read, succeed, type Visit } from "./check.ts";
import { smokeFlow } from "./flows.ts";

const liveAndDie = async (visit: Visit): Promise<void> => {
  const created = await succeed(visit, "createKey", "/keys", {
    body: { name: "Smoke test", scopes: ["flows:read"] },
  });
  const id = idOf(created);
  visit.made.keys.add(id);
  const apiKey = String(read(created, "key"));

  await succeed(visit, "listFlows", "/flows?limit=1", { apiKey });
  const refused = await visit.api.call("POST", "/flows", { apiKey, body: smokeFlow(visit) });
  expectError(refused, 403, "missing-scope");
  await succeed(visit, "revokeKey", `/keys/${id}`);
  visit.made.keys.delete(id);
  expectError(await visit.api.call("GET", "/flows", { apiKey }), 401, "unauthenticated");
};

export const KEY_CHECKS: readonly Check[] = [
  { title: "a key does what its scopes allow, and stops when revoked", run: liveAndDie },
];
