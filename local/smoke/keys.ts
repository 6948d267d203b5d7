import { type Check, ensure, expectError, idOf, read, succeed, type Visit } from "./check.ts";
import { smokeFlow } from "./flows.ts";

const liveAndDie = async (visit: Visit): Promise<void> => {
  const created = await succeed(visit, "createKey", "/keys", {
    body: { name: "Smoke test", scopes: ["flows:read"] },
  });
  const id = idOf(created);
  visit.made.keys.add(id);
  const apiKey = String(read(created, "key"));

  const listed = (await succeed(visit, "listKeys", "/keys?limit=200")) as unknown[];
  const shown = String(
    read(
      listed.find((key) => read(key, "id") === id),
      "key",
    ),
  );
  ensure(shown !== apiKey && shown.includes("*"), "the list shows the whole key");
  ensure(shown.endsWith(apiKey.slice(-4)), "the masked key does not end in the key's last four characters");

  await succeed(visit, "listFlows", "/flows?limit=1", { apiKey });
  const refused = await visit.api.call("POST", "/flows", { apiKey, body: smokeFlow(visit) });
  expectError(refused, 403, "missing-scope");
  ensure(
    String(read(refused.body, "error", "message")).includes("flows:write"),
    "403 does not name the scope",
  );

  await succeed(visit, "revokeKey", `/keys/${id}`);
  visit.made.keys.delete(id);
  expectError(await visit.api.call("GET", "/flows", { apiKey }), 401, "unauthenticated");
};

export const KEY_CHECKS: readonly Check[] = [
  { title: "a key is shown once, does what its scopes allow, and stops when revoked", run: liveAndDie },
  {
    title: "an unknown key answers 404",
    run: async ({ api }) =>
      expectError(await api.call("DELETE", "/keys/key-0000000000000000000"), 404, "not-found"),
  },
];
